// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/ReadSites.h"

#include "ir/Atomics.h"
#include "ir/InlinePtx.h"
#include "ir/MemoryIntrinsics.h"
#include "ir/PrepareCopy.h"
#include "ir/PtxOperands.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace sectorscope {
namespace {

constexpr unsigned kShared = 3;             // NVPTX address space
constexpr unsigned kWidestAccess = 16;      // bytes of one NVPTX memory instruction
constexpr std::uint64_t kLongestCopy = 128; // bytes; longer copies become loops or calls

/// The address is a known number of bytes into the object.
bool isFixed(const llvm::Value &pointer, const llvm::Value &object, const llvm::DataLayout &layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  return pointer.stripAndAccumulateConstantOffsets(layout, offset, true) == &object;
}

/// Address space of an access, or nothing where there is none: a fixed field of the arguments is an operand of machine
/// instructions.
std::optional<AddressSpace> spaceOf(const llvm::Value &pointer, const llvm::DataLayout &layout) {
  const llvm::Value *object = llvm::getUnderlyingObject(&pointer);
  const auto argumentSpace = [&] {
    return isFixed(pointer, *object, layout) ? std::nullopt : std::optional(AddressSpace::Constant);
  };
  switch (pointer.getType()->getPointerAddressSpace()) {
  case 1:
    return AddressSpace::Global;
  case 3:
    return AddressSpace::Shared;
  case 4:
    return AddressSpace::Constant;
  case 5:
    return AddressSpace::Local;
  case 101: // arguments: a bank of constant memory
    return argumentSpace();
  case 0:
    break;
  default:
    return std::nullopt;
  }
  if (llvm::isa<llvm::AllocaInst>(object))
    return AddressSpace::Local;
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object); argument && argument->hasByValAttr())
    return argumentSpace();
  return AddressSpace::Generic;
}

/// Bytes of one element of each dimension but the last of an array: float[16][8][33] has {1056, 132}.
std::vector<std::uint64_t> pitchesOf(const llvm::Value &object, const llvm::DataLayout &layout) {
  std::vector<std::uint64_t> pitches;
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  const llvm::Type *type = variable ? variable->getValueType() : nullptr;
  while (const auto *array = llvm::dyn_cast_or_null<llvm::ArrayType>(type)) {
    type = array->getElementType();
    if (type->isArrayTy())
      pitches.push_back(layout.getTypeAllocSize(array->getElementType()).getFixedValue());
  }
  return pitches;
}

constexpr unsigned kMostSites = 64; ///< of one instruction

class SiteReader {
public:
  SiteReader(llvm::Instruction &instruction, Translator &translator, const SourcePlaces &places, Kernel &kernel)
      : instruction(instruction), translator(translator), places(places), kernel(kernel) {}

  /// `bytes` from `pointer` on, in the pieces that alignment and the widest instruction allow.
  void access(AccessKind kind, llvm::Value &pointer, std::uint64_t bytes, llvm::Align align, unsigned widest,
              bool bypassesL1 = false) {
    const auto space = spaceOf(pointer, layout());
    if (!space)
      return;
    for (std::uint64_t offset = 0; offset < bytes;) {
      const std::uint64_t fits = std::min<std::uint64_t>(
          {std::bit_floor(bytes - offset), widest, llvm::commonAlignment(align, offset).value()});
      AccessSite &s = site(kind, *space, pointer, offset, static_cast<unsigned>(fits));
      s.bypassesL1 = bypassesL1;
      if (llvm::isa<llvm::MemIntrinsic>(instruction) && fits < bytes) {
        s.copyBytes = static_cast<unsigned>(bytes);
        s.copyStart = translator.translate(&pointer);
      }
      offset += fits;
    }
  }

  void atomic(llvm::Value &pointer, AtomicOperation operation) {
    const auto space = spaceOf(pointer, layout());
    if (!space)
      return;
    // There is no reduction that exchanges: it stays an atomic even where nobody reads the result.
    operation.hasResult |= operation.kind == AtomicOperation::Kind::Exchange;
    AccessSite &s = site(operation.hasResult ? AccessKind::Atomic : AccessKind::Reduction, *space, pointer, 0,
                         std::max(1U, operation.bits / 8));
    s.reduction = reductionOf(operation);
    if (space == AddressSpace::Shared)
      s.atomic = formOf(operation);
  }

  /// A vector of which some elements are not wanted. One load of the whole width, as long as more than half of it is
  /// used or elements are parts of a word; else the elements by themselves (seen in sm_90 machine code: x, z and w of a
  /// float4 are one LDG.128, x and w are two LDG.32).
  void maskedLoad(const llvm::CallInst &call, llvm::ArrayRef<bool> mask, llvm::Align align) {
    llvm::Value &pointer = *call.getArgOperand(0);
    const std::uint64_t bytes = layout().getTypeStoreSize(call.getType()).getFixedValue();
    const std::uint64_t element = bytes / mask.size();
    const auto used = static_cast<std::uint64_t>(std::count(mask.begin(), mask.end(), true));
    if (element < 4 || 2 * used > mask.size()) {
      access(AccessKind::Load, pointer, bytes, align, kWidestAccess);
      return;
    }
    const auto space = spaceOf(pointer, layout());
    for (std::size_t i = 0; space && i < mask.size(); ++i)
      if (mask[i])
        site(AccessKind::Load, *space, pointer, i * element, static_cast<unsigned>(element));
  }

  /// What inline assembly does.
  void effects(const PtxEffects &effects) {
    for (const PtxAccess &access : effects.accesses) {
      AccessSite &s = site(access.kind, access.space, access.address, access.pointer, access.bytes);
      s.atomic = access.atomic;
      s.reduction = access.reduction;
      s.isMatrix = access.isMatrix;
      s.bypassesL1 = access.bypassesL1;
      s.moves = access.moves;
      s.into = access.into;
      if (access.predicate)
        s.guard = kernel.graph.binary(Op::And, s.guard, access.predicate);
    }
    for (const std::string &what : effects.notAnalysed)
      notAnalysed(what);
  }

  void notAnalysed(std::string what) {
    NotAnalysed entry{places.placeOf(instruction), std::move(what)};
    if (std::find(kernel.notAnalysed.begin(), kernel.notAnalysed.end(), entry) == kernel.notAnalysed.end())
      kernel.notAnalysed.push_back(std::move(entry));
  }

  const llvm::DataLayout &layout() const { return instruction.getModule()->getDataLayout(); }

private:
  AccessSite &site(AccessKind kind, AddressSpace space, llvm::Value &pointer, std::uint64_t offset, unsigned bytes) {
    ExprGraph &graph = kernel.graph;
    const ExprId base = translator.translate(&pointer);
    const ExprId address = graph.binary(Op::Add, base, graph.constant(offset, graph[base].width), NoSignedWrap);
    return site(kind, space, address, &pointer, bytes);
  }

  AccessSite &site(AccessKind kind, AddressSpace space, ExprId address, const llvm::Value *pointer, unsigned bytes) {
    AccessSite s;
    s.inlineStack = places.inlineStack(instruction);
    s.place = places.placeOf(instruction);
    s.inSystemHeader = places.onlyInSystemHeaders(instruction);
    s.kind = kind;
    s.space = space;
    s.bytesPerLane = bytes;
    s.address = address;
    // Where private memory lies hangs on the lane, which a generic address does not tell.
    if (space == AddressSpace::Generic && translator.mentionsPrivate(s.address))
      s.address = kernel.graph.opaque({.reason = "may be the address of a private array", .place = s.place}, 64);
    s.guard = translator.guardOf(instruction.getParent());
    s.loops = translator.loopsAround(instruction.getParent());
    if (const llvm::MDNode *number = instruction.getMetadata(kCalledInstruction)) {
      const auto *value = llvm::mdconst::extract<llvm::ConstantInt>(number->getOperand(0));
      s.calledInstruction = static_cast<unsigned>(value->getZExtValue()) * kMostSites + sites++;
    }
    if (const llvm::Value *object = pointer ? objectBehind(*pointer) : nullptr) {
      s.accessed = object->getName().str();
      if (space == AddressSpace::Shared)
        s.pitches = pitchesOf(*object, layout());
      if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(object))
        if (const auto size = variable->getAllocationSize(layout()))
          s.objectBytes = size->getFixedValue();
    }
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

AtomicOperation::Kind kindOf(llvm::AtomicRMWInst::BinOp operation) {
  using Rmw = llvm::AtomicRMWInst;
  switch (operation) {
  case Rmw::Add:
  case Rmw::Sub:
    return AtomicOperation::Kind::Sum;
  case Rmw::And:
  case Rmw::Or:
  case Rmw::Xor:
  case Rmw::Max:
  case Rmw::Min:
  case Rmw::UMax:
  case Rmw::UMin:
    return AtomicOperation::Kind::Combination;
  case Rmw::UIncWrap:
  case Rmw::UDecWrap:
    return AtomicOperation::Kind::Counter;
  case Rmw::Xchg:
    return AtomicOperation::Kind::Exchange;
  default:
    return AtomicOperation::Kind::Other;
  }
}

void readUpdate(llvm::AtomicRMWInst &update, SiteReader &reader) {
  AtomicOperation operation{.kind = kindOf(update.getOperation()),
                            .bits = static_cast<unsigned>(update.getType()->getPrimitiveSizeInBits()),
                            .hasResult = !update.use_empty()};
  if (const auto *value = llvm::dyn_cast<llvm::ConstantInt>(update.getValOperand()))
    operation.constant = value->getZExtValue();
  reader.atomic(*update.getPointerOperand(), operation);
}

/// Before LLVM 22 an operand, since then an attribute.
llvm::Align maskedAlignment(const llvm::CallInst &call) {
  if (const auto *operand = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)))
    return llvm::Align(std::max<std::uint64_t>(1, operand->getZExtValue()));
  return call.getParamAlign(0).valueOrOne();
}

/// The code generator copies 8 bytes at a time; the assembler joins what it then finds side by side in shared memory
/// (seen in sm_90 machine code: a float4 goes from LDG.64 x2 to STS.128).
std::uint64_t widestCopyStep(const llvm::Value &pointer) {
  return pointer.getType()->getPointerAddressSpace() == kShared ? 16 : 8;
}

void readCall(llvm::CallInst &call, SiteReader &reader, Translator &translator) {
  if (call.isInlineAsm()) {
    reader.effects(readInlinePtx(call, translator));
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
    const std::uint64_t aligned = std::min(from.value(), to.value());
    const auto stepOf = [&](const llvm::Value &pointer) {
      return static_cast<unsigned>(std::min(aligned, widestCopyStep(pointer)));
    };
    reader.access(AccessKind::Load, *copy->getRawSource(), length->getZExtValue(), from, stepOf(*copy->getRawSource()));
    reader.access(AccessKind::Store, *copy->getRawDest(), length->getZExtValue(), to, stepOf(*copy->getRawDest()));
    return;
  }
  if (auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    if (!length || length->getZExtValue() >= kLongestCopy) {
      reader.notAnalysed("fill of a run-time or large number of bytes");
      return;
    }
    const llvm::Align to = fill->getDestAlign().valueOrOne();
    reader.access(AccessKind::Store, *fill->getRawDest(), length->getZExtValue(), to,
                  static_cast<unsigned>(widestCopyStep(*fill->getRawDest())));
    return;
  }
  if (const auto effects = readMemoryIntrinsic(call, translator)) {
    reader.effects(*effects);
    return;
  }
  if (callee->isIntrinsic()) {
    const llvm::DataLayout &layout = call.getModule()->getDataLayout();
    if (name.starts_with("llvm.nvvm.ldg.") || name.starts_with("llvm.nvvm.ldu.")) {
      const std::uint64_t bytes = layout.getTypeStoreSize(call.getType()).getFixedValue();
      reader.access(AccessKind::Load, *call.getArgOperand(0), bytes, llvm::Align(std::bit_floor(bytes)), kWidestAccess);
    } else if (name.starts_with("llvm.nvvm.atomic.")) {
      const std::uint64_t bytes = layout.getTypeStoreSize(call.getType()).getFixedValue();
      reader.atomic(*call.getArgOperand(0),
                    {.bits = 8 * static_cast<unsigned>(std::bit_floor(bytes)), .hasResult = !call.use_empty()});
    } else if (callee->getIntrinsicID() == llvm::Intrinsic::masked_load && constantMask(call)) {
      reader.maskedLoad(call, *constantMask(call), maskedAlignment(call));
    } else if (name.starts_with("llvm.masked.")) {
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
                  kWidestAccess, load->isVolatile() || load->isAtomic());
  else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    reader.access(AccessKind::Store, *store->getPointerOperand(), bytesOf(store->getValueOperand()->getType()),
                  store->getAlign(), kWidestAccess, store->isVolatile() || store->isAtomic());
  else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    readUpdate(*update, reader);
  else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    reader.atomic(*exchange->getPointerOperand(),
                  {.kind = AtomicOperation::Kind::CompareAndSwap,
                   .bits = 8 * static_cast<unsigned>(bytesOf(exchange->getNewValOperand()->getType()))});
  else if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    readCall(*call, reader, translator);
}

} // namespace sectorscope
