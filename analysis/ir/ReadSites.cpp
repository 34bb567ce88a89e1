// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/ReadSites.h"

#include "ir/InlinePtx.h"
#include "ir/PrepareCopy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace sectorscope {
namespace {

constexpr unsigned kWidestAccess = 16; // bytes of one NVPTX memory instruction
constexpr unsigned kWidestCopyStep = 8;
constexpr std::uint64_t kLongestCopy = 128; // bytes; longer copies become loops or calls

/// Address space of an access, or nothing where it moves no data between lanes and memory (kernel parameters).
std::optional<AddressSpace> spaceOf(const llvm::Value &pointer) {
  switch (pointer.getType()->getPointerAddressSpace()) {
  case 1:
    return AddressSpace::Global;
  case 3:
    return AddressSpace::Shared;
  case 4:
    return AddressSpace::Constant;
  case 5:
    return AddressSpace::Local;
  case 0:
    break;
  default:
    return std::nullopt;
  }
  const llvm::Value *object = llvm::getUnderlyingObject(&pointer);
  if (llvm::isa<llvm::AllocaInst>(object))
    return AddressSpace::Local;
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object); argument && argument->hasByValAttr())
    return std::nullopt;
  return AddressSpace::Generic;
}

constexpr unsigned kMostSites = 64; ///< of one instruction

class SiteReader {
public:
  SiteReader(llvm::Instruction &instruction, Translator &translator, const SourcePlaces &places, Kernel &kernel)
      : instruction(instruction), translator(translator), places(places), kernel(kernel) {}

  /// `bytes` from `pointer` on, in the pieces that alignment and the widest instruction allow.
  void access(AccessKind kind, llvm::Value &pointer, std::uint64_t bytes, llvm::Align align, unsigned widest) {
    const auto space = spaceOf(pointer);
    if (space != AddressSpace::Global && space != AddressSpace::Generic)
      return; // other spaces have no sectors
    for (std::uint64_t offset = 0; offset < bytes;) {
      const std::uint64_t fits = std::min<std::uint64_t>(
          {std::bit_floor(bytes - offset), widest, llvm::commonAlignment(align, offset).value()});
      site(kind, *space, pointer, offset, static_cast<unsigned>(fits));
      offset += fits;
    }
  }

  /// A vector of which some elements are not wanted. One load of the whole width, as long as more than half of it is
  /// used or elements are parts of a word; else the elements by themselves (seen in sm_90 machine code: x, z and w of a
  /// float4 are one LDG.128, x and w are two LDG.32).
  void maskedLoad(const llvm::CallInst &call, llvm::ArrayRef<bool> mask, llvm::Align align) {
    llvm::Value &pointer = *call.getArgOperand(0);
    const llvm::DataLayout &layout = call.getModule()->getDataLayout();
    const std::uint64_t bytes = layout.getTypeStoreSize(call.getType()).getFixedValue();
    const std::uint64_t element = bytes / mask.size();
    const auto used = static_cast<std::uint64_t>(std::count(mask.begin(), mask.end(), true));
    if (element < 4 || 2 * used > mask.size()) {
      access(AccessKind::Load, pointer, bytes, align, kWidestAccess);
      return;
    }
    const auto space = spaceOf(pointer);
    if (space != AddressSpace::Global && space != AddressSpace::Generic)
      return;
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (mask[i])
        site(AccessKind::Load, *space, pointer, i * element, static_cast<unsigned>(element));
  }

  /// A load or store in inline assembly.
  void access(const PtxAccess &read) {
    AccessSite &s =
        site(read.isStore ? AccessKind::Store : AccessKind::Load,
             read.isGlobal ? AddressSpace::Global : AddressSpace::Generic, *const_cast<llvm::Value *>(read.address),
             static_cast<std::uint64_t>(read.offset), std::min(read.bytes, kWidestAccess));
    if (!read.predicate)
      return;
    ExprGraph &graph = kernel.graph;
    const ExprId value = translator.translate(read.predicate);
    const ExprId holds =
        graph[value].width == 1 ? value : graph.binary(Op::Ne, value, graph.constant(0, graph[value].width));
    s.guard = graph.binary(Op::And, s.guard, read.predicateNegated ? graph.logicalNot(holds) : holds);
  }

  void notAnalysed(std::string what) {
    NotAnalysed entry{places.placeOf(instruction), std::move(what)};
    if (std::find(kernel.notAnalysed.begin(), kernel.notAnalysed.end(), entry) == kernel.notAnalysed.end())
      kernel.notAnalysed.push_back(std::move(entry));
  }

private:
  AccessSite &site(AccessKind kind, AddressSpace space, llvm::Value &pointer, std::uint64_t offset, unsigned bytes) {
    AccessSite s;
    s.inlineStack = places.inlineStack(instruction);
    s.place = places.placeOf(instruction);
    s.inSystemHeader = places.onlyInSystemHeaders(instruction);
    s.kind = kind;
    s.space = space;
    s.bytesPerLane = bytes;
    ExprGraph &graph = kernel.graph;
    const ExprId base = translator.translate(&pointer);
    s.address = graph.binary(Op::Add, base, graph.constant(offset, graph[base].width), NoSignedWrap);
    s.guard = translator.guardOf(instruction.getParent());
    s.loops = translator.loopsAround(instruction.getParent());
    if (const llvm::MDNode *number = instruction.getMetadata(kCalledInstruction)) {
      const auto *value = llvm::mdconst::extract<llvm::ConstantInt>(number->getOperand(0));
      s.calledInstruction = static_cast<unsigned>(value->getZExtValue()) * kMostSites + sites++;
    }
    const llvm::Value *object = llvm::getUnderlyingObject(&pointer);
    s.accessed = object->getName().str();
    return kernel.sites.emplace_back(std::move(s));
  }

  unsigned sites = 0; ///< of a called instruction, so far
  llvm::Instruction &instruction;
  Translator &translator;
  const SourcePlaces &places;
  Kernel &kernel;
};

/// The mask of a masked load, if it is known: one bit per element.
std::optional<llvm::SmallVector<bool, 8>> constantMask(const llvm::CallInst &call) {
  for (const llvm::Use &argument : call.args()) {
    const auto *constant = llvm::dyn_cast<llvm::Constant>(argument);
    const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(argument->getType());
    if (!constant || !type || !type->getElementType()->isIntegerTy(1))
      continue;
    llvm::SmallVector<bool, 8> mask;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const llvm::Constant *element = constant->getAggregateElement(i);
      mask.push_back(element && !element->isZeroValue());
    }
    return mask;
  }
  return std::nullopt;
}

/// Before LLVM 22 an operand, since then an attribute.
llvm::Align maskedAlignment(const llvm::CallInst &call) {
  if (const auto *operand = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)))
    return llvm::Align(std::max<std::uint64_t>(1, operand->getZExtValue()));
  return call.getParamAlign(0).valueOrOne();
}

void readCall(llvm::CallInst &call, SiteReader &reader) {
  if (call.isInlineAsm()) {
    const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    const std::vector<PtxStatement> statements = parsePtx(std::string(assembly->getAsmString()));
    for (const PtxStatement &statement : statements) {
      if (touchesNoMemory(statement))
        continue;
      if (const auto access = readAccess(statement, statements, call))
        reader.access(*access);
      else
        reader.notAnalysed("inline assembly: " + llvm::join(statement.opcode, "."));
    }
    return;
  }
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee) {
    reader.notAnalysed("indirect call");
    return;
  }
  const llvm::StringRef name = callee->getName();
  if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    if (!length || length->getZExtValue() >= kLongestCopy) {
      reader.notAnalysed("copy of a run-time or large number of bytes");
      return;
    }
    const llvm::Align from = copy->getSourceAlign().valueOrOne(), to = copy->getDestAlign().valueOrOne();
    const unsigned step = static_cast<unsigned>(std::min<std::uint64_t>({from.value(), to.value(), kWidestCopyStep}));
    reader.access(AccessKind::Load, *copy->getRawSource(), length->getZExtValue(), from, step);
    reader.access(AccessKind::Store, *copy->getRawDest(), length->getZExtValue(), to, step);
    return;
  }
  if (auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    if (!length || length->getZExtValue() >= kLongestCopy) {
      reader.notAnalysed("fill of a run-time or large number of bytes");
      return;
    }
    const llvm::Align to = fill->getDestAlign().valueOrOne();
    reader.access(AccessKind::Store, *fill->getRawDest(), length->getZExtValue(), to, kWidestCopyStep);
    return;
  }
  if (callee->isIntrinsic()) {
    const llvm::DataLayout &layout = call.getModule()->getDataLayout();
    if (name.starts_with("llvm.nvvm.ldg.") || name.starts_with("llvm.nvvm.ldu.")) {
      const std::uint64_t bytes = layout.getTypeStoreSize(call.getType()).getFixedValue();
      reader.access(AccessKind::Load, *call.getArgOperand(0), bytes, llvm::Align(std::bit_floor(bytes)), kWidestAccess);
    } else if (name.starts_with("llvm.nvvm.atomic.")) {
      const std::uint64_t bytes = layout.getTypeStoreSize(call.getType()).getFixedValue();
      reader.access(call.use_empty() ? AccessKind::Reduction : AccessKind::Atomic, *call.getArgOperand(0), bytes,
                    llvm::Align(std::bit_floor(bytes)), kWidestAccess);
    } else if (callee->getIntrinsicID() == llvm::Intrinsic::masked_load && constantMask(call)) {
      reader.maskedLoad(call, *constantMask(call), maskedAlignment(call));
    } else if (name.starts_with("llvm.masked.") || name.starts_with("llvm.nvvm.cp.async") ||
               name.starts_with("llvm.nvvm.tex.") || name.starts_with("llvm.nvvm.suld.") ||
               name.starts_with("llvm.nvvm.sust.") || name.starts_with("llvm.nvvm.wmma.")) {
      reader.notAnalysed(name.str());
    }
    return;
  }
  if (!callee->doesNotAccessMemory() && !name.starts_with("__nv_") && !call.doesNotReturn() && name != "vprintf" &&
      name != "__assertfail" && name != "malloc" && name != "free")
    reader.notAnalysed("call to " + llvm::demangle(name.str()));
}

} // namespace

void readSites(llvm::Instruction &instruction, Translator &translator, const SourcePlaces &places, Kernel &kernel) {
  SiteReader reader(instruction, translator, places, kernel);
  const llvm::DataLayout &layout = instruction.getModule()->getDataLayout();
  const auto bytesOf = [&](llvm::Type *type) { return layout.getTypeStoreSize(type).getKnownMinValue(); };
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    reader.access(AccessKind::Load, *load->getPointerOperand(), bytesOf(load->getType()), load->getAlign(),
                  kWidestAccess);
  else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    reader.access(AccessKind::Store, *store->getPointerOperand(), bytesOf(store->getValueOperand()->getType()),
                  store->getAlign(), kWidestAccess);
  else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    reader.access(update->use_empty() ? AccessKind::Reduction : AccessKind::Atomic, *update->getPointerOperand(),
                  bytesOf(update->getType()), update->getAlign(), kWidestAccess);
  else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    reader.access(AccessKind::Atomic, *exchange->getPointerOperand(), bytesOf(exchange->getNewValOperand()->getType()),
                  exchange->getAlign(), kWidestAccess);
  else if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    readCall(*call, reader);
}

} // namespace sectorscope
