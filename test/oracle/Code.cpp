// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From LLVM functions to code.

#include "Code.h"

#include "Memory.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

namespace sectorscope::oracle {

using namespace llvm; // this file speaks of nothing but IR

/// What one function needs while it is decoded.
struct Decoder::Local {
  Local(Code &code, const DominatorTree &dominators) : code(code), loops(dominators) {}
  Code &code;
  LoopInfo loops;
  DenseMap<const Value *, Slots> slots;
  DenseMap<const Loop *, std::uint32_t> loopNumbers;
  DenseMap<const BasicBlock *, std::uint32_t> firstStep;
};

static std::string textOf(const Value &value) {
  std::string text;
  raw_string_ostream out(text);
  value.print(out);
  std::size_t start = out.str().find_first_not_of(' ');
  return start == std::string::npos ? text : text.substr(start, 120);
}

[[noreturn]] static void cannot(const std::string &what, const Value &value) {
  throw Stop{Outcome::CannotRun, what + ": " + textOf(value)};
}

unsigned Decoder::widthOf(const Type *scalar) const {
  if (auto *pointer = dyn_cast<PointerType>(scalar))
    return layout.getPointerSizeInBits(pointer->getAddressSpace());
  return static_cast<unsigned>(scalar->getPrimitiveSizeInBits().getFixedValue());
}

Slots Decoder::slotsOf(const Value &value, Local &local) {
  auto [entry, isNew] = local.slots.try_emplace(&value);
  if (!isNew)
    return entry->second;
  std::vector<Cell> cells;
  if (auto *constant = dyn_cast<Constant>(&value))
    evaluate(*constant, cells);
  else
    cells.resize(cellsOf(value.getType()));
  std::vector<Cell> &frame = local.code.frame;
  Slots slots{static_cast<std::uint32_t>(frame.size()), static_cast<std::uint32_t>(cells.size())};
  frame.insert(frame.end(), cells.begin(), cells.end());
  local.slots[&value] = slots;
  return slots;
}

const Code &Decoder::decode(const Function &function) {
  std::unique_ptr<Code> &code = done[&function];
  if (code)
    return *code;
  code = std::make_unique<Code>();
  code->function = &function;
  DominatorTree dominators(const_cast<Function &>(function)); // builds a tree, changes nothing
  Local local(*code, dominators);
  for (const Loop *loop : local.loops.getLoopsInPreorder())
    local.loopNumbers[loop] = code->loopCount++;
  for (const Argument &argument : function.args())
    code->arguments.push_back(slotsOf(argument, local));
  for (const BasicBlock &block : function) {
    local.firstStep[&block] = static_cast<std::uint32_t>(code->steps.size());
    for (const Instruction &instruction : block)
      if (!isa<PHINode>(instruction) && !isa<DbgInfoIntrinsic>(instruction))
        step(instruction, local);
  }
  // Edges are made last: they name the first step of their target.
  for (Step &terminator : code->steps)
    if (terminator.ir->isTerminator())
      addEdges(*terminator.ir, terminator, local);
  return *code;
}

void Decoder::addEdges(const Instruction &terminator, Step &step, Local &local) {
  const BasicBlock *from = terminator.getParent();
  for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i) {
    const BasicBlock *to = terminator.getSuccessor(i);
    Edge edge;
    edge.target = local.firstStep.lookup(to);
    for (const PHINode &phi : to->phis()) {
      Slots target = slotsOf(phi, local), source = slotsOf(*phi.getIncomingValueForBlock(from), local);
      edge.copies.push_back({target.first, source.first, target.count});
    }
    if (const Loop *loop = local.loops.getLoopFor(to); loop && loop->getHeader() == to) {
      edge.loopAction = loop->contains(from) ? Edge::Again : Edge::Enter;
      edge.loop = local.loopNumbers[loop];
    }
    step.edges.push_back(static_cast<std::uint32_t>(local.code.edges.size()));
    local.code.edges.push_back(std::move(edge));
  }
}

static void layOut(const DataLayout &layout, Type *type, std::uint64_t offset, std::vector<Piece> &pieces,
                   const Decoder &decoder) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      layOut(layout, structure->getElementType(i), offset + fields->getElementOffset(i).getFixedValue(), pieces,
             decoder);
    return;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    std::uint64_t stride = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      layOut(layout, array->getElementType(), offset + i * stride, pieces, decoder);
    return;
  }
  auto *vector = dyn_cast<FixedVectorType>(type);
  Type *scalar = type->getScalarType();
  unsigned width = decoder.widthOf(scalar), count = vector ? vector->getNumElements() : 1;
  if (vector && width % 8 != 0)
    throw Stop{Outcome::CannotRun, "a vector in memory whose elements are no whole bytes"};
  unsigned bytes = (width + 7) / 8;
  for (unsigned i = 0; i < count; ++i)
    pieces.push_back(
        {static_cast<std::uint32_t>(offset + std::uint64_t(i) * bytes), bytes, width, scalar->isFloatingPointTy()});
}

void Decoder::accessOf(const Instruction &instruction, Type *type, Kind kind, Step &step) {
  cellsOf(type); // refuses types without a fixed layout
  layOut(layout, type, 0, step.access.pieces, *this);
  SiteResult site;
  site.instruction = &instruction;
  if (const DebugLoc &place = instruction.getDebugLoc()) {
    site.line = place.getLine();
    site.column = place.getCol();
  }
  site.kind = kind;
  site.bytesPerLane = static_cast<unsigned>(layout.getTypeStoreSize(type).getFixedValue());
  site.alignment = site.bytesPerLane;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    site.alignment = load->getAlign().value();
  else if (auto *store = dyn_cast<StoreInst>(&instruction))
    site.alignment = store->getAlign().value();
  step.access.bytes = site.bytesPerLane;
  step.access.site = static_cast<unsigned>(sites.size());
  sites.push_back(site);
}

void Decoder::loopsOf(const Instruction &instruction, Step &step, Local &local) {
  for (const Loop *loop = local.loops.getLoopFor(instruction.getParent()); loop; loop = loop->getParentLoop())
    step.loops.insert(step.loops.begin(), local.loopNumbers[loop]);
}

void Decoder::addressStep(const Instruction &instruction, Step &step, Local &local) {
  const auto &gep = cast<GetElementPtrInst>(instruction);
  if (gep.getType()->isVectorTy())
    cannot("a vector of addresses", gep);
  step.operands = {slotsOf(*gep.getPointerOperand(), local)};
  step.width = widthOf(gep.getType());
  for (auto part = gep_type_begin(gep), end = gep_type_end(gep); part != end; ++part) {
    const Value *index = part.getOperand();
    if (StructType *structure = part.getStructTypeOrNull()) {
      unsigned field = static_cast<unsigned>(cast<ConstantInt>(index)->getZExtValue());
      step.constant += layout.getStructLayout(structure)->getElementOffset(field).getFixedValue();
      continue;
    }
    std::uint64_t stride = part.getSequentialElementStride(layout).getFixedValue();
    if (auto *fixed = dyn_cast<ConstantInt>(index)) {
      step.constant += static_cast<std::uint64_t>(fixed->getSExtValue()) * stride;
      continue;
    }
    step.operands.push_back(slotsOf(*index, local));
    step.scales.push_back(stride);
    step.cases.push_back(widthOf(index->getType())); // the width to sign-extend from
  }
}

void Decoder::callStep(const CallBase &call, Step &step, Local &local) {
  if (!isa<CallInst>(call))
    cannot("a call that may unwind", call);
  if (auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand())) {
    if (assembly->getAsmString().empty() && call.getType()->isVoidTy()) {
      step.handler = knownCall("llvm.donothing").handler;
      return;
    }
    step.handler = knownCall("asm " + StringRef(assembly->getAsmString()).str()).handler;
    if (!step.handler)
      cannot("inline assembly", call);
    for (const Use &argument : call.args())
      step.operands.push_back(slotsOf(*argument, local));
    return;
  }
  for (const Use &argument : call.args())
    if (!argument->getType()->isMetadataTy())
      step.operands.push_back(slotsOf(*argument, local));
    else
      step.operands.push_back({});
  loopsOf(call, step, local);
  step.callee = call.getCalledFunction();
  if (!step.callee) {
    step.operands.push_back(slotsOf(*call.getCalledOperand(), local));
    return; // the callee is looked up when the call runs
  }
  if (!step.callee->isDeclaration())
    return;
  KnownCall known = knownCall(step.callee->getName());
  if (!known.handler)
    cannot("a call to a function without a body", call);
  step.handler = known.handler;
  if (known.access) {
    Type *bytes = known.bytes ? static_cast<Type *>(ArrayType::get(Type::getInt8Ty(call.getContext()), known.bytes))
                              : call.getType();
    accessOf(call, bytes, known.kind, step);
  }
}

static std::uint8_t promisesOf(const Instruction &instruction) {
  std::uint8_t promises = 0;
  if (auto *wrapping = dyn_cast<OverflowingBinaryOperator>(&instruction))
    promises |= (wrapping->hasNoUnsignedWrap() ? Nuw : 0) | (wrapping->hasNoSignedWrap() ? Nsw : 0);
  if (auto *trunc = dyn_cast<TruncInst>(&instruction))
    promises |= (trunc->hasNoUnsignedWrap() ? Nuw : 0) | (trunc->hasNoSignedWrap() ? Nsw : 0);
  if (auto *exact = dyn_cast<PossiblyExactOperator>(&instruction))
    promises |= exact->isExact() ? ExactDivision : 0;
  if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(&instruction))
    promises |= disjoint->isDisjoint() ? DisjointBits : 0;
  if (isa<PossiblyNonNegInst>(instruction))
    promises |= instruction.hasNonNeg() ? NonNegative : 0;
  return promises;
}

void Decoder::step(const Instruction &instruction, Local &local) {
  Step step;
  step.ir = &instruction;
  step.opcode = instruction.getOpcode();
  step.promises = promisesOf(instruction);
  if (!instruction.getType()->isVoidTy())
    step.result = slotsOf(instruction, local);
  auto *call = dyn_cast<CallBase>(&instruction);
  bool simple = !call && !isa<GetElementPtrInst>(instruction) && !instruction.isTerminator();
  if (simple) {
    for (const Use &operand : instruction.operands())
      step.operands.push_back(slotsOf(*operand, local));
    if (instruction.getNumOperands()) {
      step.type = instruction.getOperand(0)->getType()->getScalarType();
      if (step.type->isIntegerTy() || step.type->isPointerTy() || step.type->isFloatingPointTy())
        step.width = widthOf(step.type);
    }
  }
  if (call) {
    callStep(*call, step, local);
  } else if (isa<GetElementPtrInst>(instruction)) {
    addressStep(instruction, step, local);
  } else if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    accessOf(*load, load->getType(), Kind::Load, step);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    accessOf(*store, store->getValueOperand()->getType(), Kind::Store, step);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    accessOf(*update, update->getValOperand()->getType(), Kind::Atomic, step);
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    accessOf(*exchange, exchange->getNewValOperand()->getType(), Kind::Atomic, step);
  } else if (auto *reserve = dyn_cast<AllocaInst>(&instruction)) {
    step.scales = {layout.getTypeAllocSize(reserve->getAllocatedType()).getFixedValue()};
    step.constant = reserve->getAlign().value();
  } else if (isa<CastInst>(instruction)) {
    step.toType = instruction.getType()->getScalarType();
    step.toWidth = widthOf(step.toType);
    if (StringRef(instruction.getOpcodeName()) == "ptrtoaddr") // newer LLVM
      step.opcode = Instruction::PtrToInt;
  } else if (instruction.isTerminator()) {
    if (isa<ReturnInst>(instruction) || isa<SwitchInst>(instruction)) {
      if (instruction.getNumOperands())
        step.operands.push_back(slotsOf(*instruction.getOperand(0), local));
    } else if (instruction.getOpcode() == Instruction::Br || isa<UnreachableInst>(instruction)) {
      if (instruction.getNumSuccessors() == 2)
        step.operands.push_back(slotsOf(*instruction.getOperand(0), local));
    } else {
      cannot("a terminator that is not known here", instruction);
    }
    if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      for (const auto &one : choice->cases()) {
        step.cases.push_back(one.getCaseValue()->getValue().getZExtValue());
        if (one.getSuccessorIndex() != step.cases.size())
          cannot("a switch in an order that is not known here", instruction);
      }
  }
  if (!step.access.pieces.empty() && !call)
    loopsOf(instruction, step, local);
  local.code.steps.push_back(std::move(step));
}

void Decoder::evaluate(const Constant &constant, std::vector<Cell> &cells) {
  Type *type = constant.getType();
  if (isa<UndefValue>(constant)) { // poison too
    cells.insert(cells.end(), cellsOf(type), Cell::of(0, Poison));
    return;
  }
  if (constant.isNullValue()) {
    cells.insert(cells.end(), cellsOf(type), Cell{});
    return;
  }
  if (type->isVectorTy() || type->isAggregateType()) {
    unsigned count = type->isVectorTy()  ? cellsOf(type)
                     : type->isArrayTy() ? static_cast<unsigned>(type->getArrayNumElements())
                                         : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i) {
      const Constant *element = constant.getAggregateElement(i);
      if (!element)
        cannot("a constant that is not known here", constant);
      evaluate(*element, cells);
    }
    return;
  }
  auto fromBits = [](const APInt &bits) {
    if (bits.getBitWidth() > 128)
      throw Stop{Outcome::CannotRun, "an integer of more than 128 bits"};
    std::uint64_t high = bits.getBitWidth() > 64 ? bits.extractBitsAsZExtValue(bits.getBitWidth() - 64, 64) : 0;
    return Cell::of(U128(high) << 64 | bits.trunc(std::min(64u, bits.getBitWidth())).getZExtValue());
  };
  if (auto *integer = dyn_cast<ConstantInt>(&constant)) {
    cells.push_back(fromBits(integer->getValue()));
  } else if (auto *real = dyn_cast<ConstantFP>(&constant)) {
    cells.push_back(fromBits(real->getValueAPF().bitcastToAPInt()));
  } else if (auto *global = dyn_cast<GlobalValue>(&constant)) {
    cells.push_back(Cell::of(addressOf(*global)));
  } else if (auto *expression = dyn_cast<ConstantExpr>(&constant)) {
    std::vector<Cell> operands;
    evaluate(*expression->getOperand(0), operands);
    unsigned width = widthOf(type);
    if (auto *gep = dyn_cast<GEPOperator>(expression)) {
      APInt offset(layout.getIndexTypeSizeInBits(gep->getType()), 0);
      if (!gep->accumulateConstantOffset(layout, offset))
        cannot("an address constant that is not known here", constant);
      cells.push_back(Cell::of((operands[0].bits() + U128(S128(offset.getSExtValue()))) & maskOf(width)));
    } else if (expression->getOpcode() == Instruction::AddrSpaceCast) {
      cells.push_back(
          Cell::of(castAddress(operands[0].lo, expression->getOperand(0)->getType()->getPointerAddressSpace(),
                               type->getPointerAddressSpace())));
    } else if (expression->isCast()) {
      unsigned opcode = expression->getOpcode();
      if (opcode != Instruction::Trunc && opcode != Instruction::IntToPtr)
        opcode = Instruction::PtrToInt; // ptrtoint, ptrtoaddr, bitcast between scalars: the bits, cut to the width
      cells.push_back(convert(opcode, 0, operands[0], nullptr, 0, nullptr, width));
    } else if (Instruction::isBinaryOp(expression->getOpcode())) {
      evaluate(*expression->getOperand(1), operands);
      cells.push_back(integerBinary(expression->getOpcode(), width, 0, operands[0], operands[1]));
    } else {
      cannot("a constant expression that is not known here", constant);
    }
  } else {
    cannot("a constant that is not known here", constant);
  }
}

} // namespace sectorscope::oracle
