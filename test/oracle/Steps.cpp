// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What each instruction does to a thread.

#include "Machine.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace sectorscope::oracle {

using llvm::Instruction;

[[noreturn]] static void undefinedIn(const char *what, const Step &step) {
  std::string at;
  if (const llvm::DebugLoc &place = step.ir->getDebugLoc())
    at = " at line " + std::to_string(place.getLine());
  throw Stop{Outcome::Undefined, std::string(what) + at};
}

void Machine::runThread(Thread &thread) {
  while (thread.state == Thread::Ready) {
    if (++result.steps > launch.maxSteps)
      throw Stop{Outcome::TooLong, "more than " + std::to_string(launch.maxSteps) + " executed instructions"};
    Frame &frame = thread.frames.back();
    const Step &step = frame.code->steps[frame.next++];
    switch (execute(thread, step)) {
    case After::Continue:
      break;
    case After::Exit:
      thread.state = Thread::Done;
      thread.frames.clear();
      break;
    case After::WaitBlock:
    case After::WaitWarp:
      thread.waiting = &step;
      thread.waitingWhere = whereOf(thread, step);
      break;
    }
  }
}

bool Machine::decide(Thread &thread, const Step &step, const Cell &condition) {
  if (condition.flags & Poison)
    undefinedIn("a branch on an undefined value", step);
  if (condition.flags & (FromMemory | MadeUp))
    thread.pathFromMemory = true;
  thread.pathMadeUp |= (condition.flags & MadeUp) != 0;
  return condition.lo != 0;
}

void Machine::followEdge(Thread &thread, const Step &step, unsigned successor) {
  Frame &frame = thread.frames.back();
  const Edge &edge = frame.code->edges[step.edges[successor]];
  if (edge.copies.size() == 1) {
    const Edge::Copy &copy = edge.copies[0];
    std::copy_n(frame.cells.begin() + copy.from, copy.count, frame.cells.begin() + copy.to);
  } else if (!edge.copies.empty()) { // all at once: a phi may read another
    scratch.clear();
    for (const Edge::Copy &copy : edge.copies)
      scratch.insert(scratch.end(), frame.cells.begin() + copy.from, frame.cells.begin() + copy.from + copy.count);
    auto from = scratch.begin();
    for (const Edge::Copy &copy : edge.copies) {
      std::copy_n(from, copy.count, frame.cells.begin() + copy.to);
      from += copy.count;
    }
  }
  if (edge.loopAction == Edge::Enter)
    frame.iteration[edge.loop] = 0;
  else if (edge.loopAction == Edge::Again)
    ++frame.iteration[edge.loop];
  frame.next = edge.target;
}

void Machine::branch(Thread &thread, const Step &step) {
  if (step.edges.size() == 1 && step.operands.empty()) {
    followEdge(thread, step, 0);
    return;
  }
  Cell condition = operand(thread, step, 0);
  bool taken = decide(thread, step, condition);
  if (step.opcode == Instruction::Switch) {
    auto found = std::find(step.cases.begin(), step.cases.end(), condition.bits());
    followEdge(thread, step, found == step.cases.end() ? 0 : unsigned(found - step.cases.begin()) + 1);
    return;
  }
  followEdge(thread, step, taken ? 0 : 1);
}

template <typename Compare> static bool breaksSameSign(const Compare &compare, unsigned width, U128 a, U128 b) {
  if constexpr (requires { compare.hasSameSign(); }) // newer LLVM
    return compare.hasSameSign() && (asSigned(a, width) < 0) != (asSigned(b, width) < 0);
  return false;
}

void Machine::elementwise(Thread &thread, const Step &step) {
  std::vector<Cell> &cells = thread.frames.back().cells;
  bool isBinary = Instruction::isBinaryOp(step.opcode);
  for (std::uint32_t i = 0; i < step.result.count; ++i) {
    Cell &target = cells[step.result.first + i];
    const Cell &a = cells[step.operands[0].first + i];
    if (isBinary) {
      const Cell &b = cells[step.operands[1].first + i];
      target = step.type->isFloatingPointTy() ? floatBinary(step.opcode, step.type, a, b)
                                              : integerBinary(step.opcode, step.width, step.promises, a, b);
    } else if (step.opcode == Instruction::ICmp) {
      const Cell &b = cells[step.operands[1].first + i];
      auto *compare = llvm::cast<llvm::ICmpInst>(step.ir);
      std::uint32_t flags = a.flags | b.flags;
      if (breaksSameSign(*compare, step.width, a.bits(), b.bits()))
        flags |= Poison;
      target = Cell::of(integerCompare(compare->getPredicate(), step.width, a, b), flags);
    } else if (step.opcode == Instruction::FCmp) {
      const Cell &b = cells[step.operands[1].first + i];
      target = Cell::of(floatCompare(llvm::cast<llvm::FCmpInst>(step.ir)->getPredicate(), toDouble(a, step.type),
                                     toDouble(b, step.type)),
                        a.flags | b.flags);
    } else if (step.opcode == Instruction::FNeg) {
      target = Cell::of(a.bits() ^ (U128(1) << (step.width - 1)), a.flags);
    } else if (step.opcode == Instruction::AddrSpaceCast) {
      target = Cell::of(castAddress(a.lo, step.type->getPointerAddressSpace(), step.toType->getPointerAddressSpace()),
                        a.flags);
    } else {
      target = convert(step.opcode, step.promises, a, step.type, step.width, step.toType, step.toWidth);
    }
  }
}

void Machine::bitcast(Thread &thread, const Step &step) {
  std::vector<Cell> &cells = thread.frames.back().cells;
  Slots from = step.operands[0], to = step.result;
  if (from.count == to.count) {
    std::copy_n(cells.begin() + from.first, from.count, cells.begin() + to.first);
    return;
  }
  if (std::uint64_t(from.count) * step.width > 128)
    throw Stop{Outcome::CannotRun, "a bitcast of more than 128 bits that changes the number of elements"};
  U128 all = 0;
  std::uint32_t flags = 0;
  for (unsigned i = 0; i < from.count; ++i) {
    all |= cells[from.first + i].bits() << (i * step.width);
    flags |= cells[from.first + i].flags;
  }
  for (unsigned i = 0; i < to.count; ++i)
    cells[to.first + i] = Cell::of((all >> (i * step.toWidth)) & maskOf(step.toWidth), flags);
}

/// First scalar of the part that `indices` name.
static unsigned firstScalar(llvm::Type *type, llvm::ArrayRef<unsigned> indices) {
  unsigned first = 0;
  for (unsigned index : indices) {
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      type = array->getElementType();
      first += index * cellsOf(type);
    } else {
      auto *structure = llvm::cast<llvm::StructType>(type);
      for (unsigned i = 0; i < index; ++i)
        first += cellsOf(structure->getElementType(i));
      type = structure->getElementType(index);
    }
  }
  return first;
}

/// Instructions that move scalars about without changing them.
void Machine::moveElements(Thread &thread, const Step &step) {
  std::vector<Cell> &cells = thread.frames.back().cells;
  Slots to = step.result, a = step.operands[0];
  auto copyAll = [&](Slots from) { std::copy_n(cells.begin() + from.first, from.count, cells.begin() + to.first); };
  switch (step.opcode) {
  case Instruction::Select:
    for (unsigned i = 0; i < to.count; ++i) {
      Cell condition = cells[a.first + (a.count == to.count ? i : 0)];
      Cell chosen = cells[step.operands[condition.lo ? 1 : 2].first + i];
      chosen.flags |= condition.flags;
      cells[to.first + i] = chosen;
    }
    break;
  case Instruction::Freeze:
    for (unsigned i = 0; i < to.count; ++i) {
      Cell frozen = cells[a.first + i];
      if (frozen.flags & Poison)
        frozen = Cell::of(0, (frozen.flags & ~std::uint32_t(Poison)) | MadeUp);
      cells[to.first + i] = frozen;
    }
    break;
  case Instruction::ExtractElement: {
    Cell index = cells[step.operands[1].first];
    bool isInside = !(index.flags & Poison) && index.lo < a.count;
    Cell element = isInside ? cells[a.first + index.lo] : Cell::of(0, Poison);
    element.flags |= index.flags;
    cells[to.first] = element;
    break;
  }
  case Instruction::InsertElement: {
    Cell index = cells[step.operands[2].first], element = cells[step.operands[1].first];
    element.flags |= index.flags;
    copyAll(a);
    if (!(index.flags & Poison) && index.lo < to.count)
      cells[to.first + index.lo] = element;
    else
      for (unsigned i = 0; i < to.count; ++i)
        cells[to.first + i] = Cell::of(0, Poison);
    break;
  }
  case Instruction::ShuffleVector: {
    llvm::ArrayRef<int> mask = llvm::cast<llvm::ShuffleVectorInst>(step.ir)->getShuffleMask();
    std::vector<Cell> moved(mask.size(), Cell::of(0, Poison));
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (mask[i] >= 0) {
        auto which = static_cast<unsigned>(mask[i]);
        moved[i] = which < a.count ? cells[a.first + which] : cells[step.operands[1].first + which - a.count];
      }
    std::copy(moved.begin(), moved.end(), cells.begin() + to.first);
    break;
  }
  case Instruction::ExtractValue: {
    unsigned first =
        firstScalar(step.ir->getOperand(0)->getType(), llvm::cast<llvm::ExtractValueInst>(step.ir)->getIndices());
    copyAll({a.first + first, to.count});
    break;
  }
  default: { // InsertValue
    Slots part = step.operands[1];
    unsigned first = firstScalar(step.ir->getType(), llvm::cast<llvm::InsertValueInst>(step.ir)->getIndices());
    copyAll(a);
    std::copy_n(cells.begin() + part.first, part.count, cells.begin() + to.first + first);
    break;
  }
  }
}

void Machine::computeAddress(Thread &thread, const Step &step) {
  Cell address = operand(thread, step, 0);
  U128 value = address.bits() + step.constant;
  for (std::size_t i = 0; i < step.scales.size(); ++i) {
    const Cell &index = operand(thread, step, unsigned(i) + 1);
    S128 extended = asSigned(index.bits(), static_cast<unsigned>(step.cases[i]));
    value += U128(extended) * step.scales[i];
    address.flags |= index.flags;
  }
  cell(thread, step.result) = Cell::of(value & maskOf(step.width), address.flags);
}

std::uint64_t Machine::addressOf(Thread &, const Step &step, const Cell &pointer, unsigned addressSpace) {
  if (pointer.flags & Poison)
    undefinedIn("an undefined address", step);
  return castAddress(pointer.lo, addressSpace, 0);
}

Memory::Place Machine::touch(Thread &thread, const Step &step, std::uint64_t flat, const Cell &pointer) {
  Memory::Place place = Memory::placeOf(flat);
  SiteResult &site = result.sites[step.access.site];
  site.addressFromMemory |= (pointer.flags & (FromMemory | MadeUp)) != 0;
  site.pathFromMemory |= thread.pathFromMemory;
  site.dependsOnMadeUp |= thread.pathMadeUp || (pointer.flags & MadeUp) != 0;
  recorder.record(
      {step.access.site, thread.warp, thread.lane, whereOf(thread, step), place.space, place.offset, step.access.bytes},
      [&] { return iterationOf(thread, step); });
  return place;
}

void Machine::load(Thread &thread, const Step &step, const Memory::Place &place) {
  for (std::size_t i = 0; i < step.access.pieces.size(); ++i) {
    const Piece &piece = step.access.pieces[i];
    Cell value = memory.read({place.space, place.offset + piece.offset}, piece.bytes, piece.isReal, thread.local);
    cell(thread, step.result, unsigned(i)) = Cell::of(value.bits() & maskOf(piece.width), value.flags);
  }
}

void Machine::storeStep(Thread &thread, const Step &step) {
  const Cell &pointer = operand(thread, step, 1);
  unsigned space = llvm::cast<llvm::StoreInst>(step.ir)->getPointerAddressSpace();
  Memory::Place place = touch(thread, step, addressOf(thread, step, pointer, space), pointer);
  for (std::size_t i = 0; i < step.access.pieces.size(); ++i) {
    const Piece &piece = step.access.pieces[i];
    memory.write({place.space, place.offset + piece.offset}, piece.bytes, operand(thread, step, 0, unsigned(i)),
                 thread.local);
  }
}

static Cell combine(llvm::AtomicRMWInst::BinOp operation, const llvm::Type *type, unsigned width, const Cell &old,
                    const Cell &value) {
  using Op = llvm::AtomicRMWInst;
  std::uint32_t flags = old.flags | value.flags;
  U128 a = old.bits(), b = value.bits();
  bool isLess = asSigned(a, width) < asSigned(b, width);
  switch (operation) {
  case Op::Xchg:
    return value;
  case Op::Add:
    return Cell::of((a + b) & maskOf(width), flags);
  case Op::Sub:
    return Cell::of((a - b) & maskOf(width), flags);
  case Op::And:
    return Cell::of(a & b, flags);
  case Op::Nand:
    return Cell::of(~(a & b) & maskOf(width), flags);
  case Op::Or:
    return Cell::of(a | b, flags);
  case Op::Xor:
    return Cell::of(a ^ b, flags);
  case Op::Max:
    return isLess ? value : old;
  case Op::Min:
    return isLess ? old : value;
  case Op::UMax:
    return a < b ? value : old;
  case Op::UMin:
    return a < b ? old : value;
  case Op::UIncWrap:
    return Cell::of(a >= b ? 0 : a + 1, flags);
  case Op::UDecWrap:
    return Cell::of(a == 0 || a > b ? b : a - 1, flags);
  case Op::FAdd:
    return floatBinary(Instruction::FAdd, type, old, value);
  case Op::FSub:
    return floatBinary(Instruction::FSub, type, old, value);
  case Op::FMax:
    return floatCompare(llvm::CmpInst::FCMP_OLT, toDouble(old, type), toDouble(value, type)) ? value : old;
  case Op::FMin:
    return floatCompare(llvm::CmpInst::FCMP_OLT, toDouble(value, type), toDouble(old, type)) ? value : old;
  default:
    throw Stop{Outcome::CannotRun, "an atomic operation that is not known here"};
  }
}

void Machine::atomicStep(Thread &thread, const Step &step) {
  Cell pointer = operand(thread, step, 0);
  unsigned space = step.ir->getOperand(0)->getType()->getPointerAddressSpace();
  Memory::Place place = touch(thread, step, addressOf(thread, step, pointer, space), pointer);
  bool isExchange = step.opcode == Instruction::AtomicCmpXchg;
  llvm::Type *type = step.ir->getOperand(1)->getType();
  Slots to = step.result;
  for (std::size_t i = 0; i < step.access.pieces.size(); ++i) {
    const Piece &piece = step.access.pieces[i];
    Memory::Place part{place.space, place.offset + piece.offset};
    Cell old = memory.read(part, piece.bytes, piece.isReal, thread.local);
    old.flags |= MadeUp; // another thread may come first
    const Cell &value = operand(thread, step, 1, unsigned(i));
    if (isExchange) {
      bool same = old.bits() == value.bits();
      if (same)
        memory.write(part, piece.bytes, operand(thread, step, 2), thread.local);
      cell(thread, to, 1) = Cell::of(same, old.flags | value.flags);
    } else {
      auto operation = llvm::cast<llvm::AtomicRMWInst>(step.ir)->getOperation();
      memory.write(part, piece.bytes, combine(operation, type->getScalarType(), piece.width, old, value), thread.local);
    }
    cell(thread, to, unsigned(i)) = old;
  }
}

void Machine::reserve(Thread &thread, const Step &step) {
  constexpr std::uint64_t mostLocal = 512 << 10;
  const Cell &count = operand(thread, step, 0);
  std::uint64_t alignment = step.constant;
  thread.localTop = (thread.localTop + alignment - 1) / alignment * alignment;
  std::uint64_t at = thread.localTop;
  U128 bytes = count.bits() * step.scales[0];
  if (count.flags & Poison || bytes > mostLocal || at + std::uint64_t(bytes) > mostLocal)
    throw Stop{Outcome::CannotRun, "more than 512 KiB of local memory"};
  thread.localTop += static_cast<std::uint64_t>(bytes);
  unsigned space = step.ir->getType()->getPointerAddressSpace();
  cell(thread, step.result) = Cell::of(castAddress(at, 5, space));
}

After Machine::call(Thread &thread, const Step &step) {
  if (step.handler) {
    After after = step.handler(*this, thread, step);
    if (after == After::WaitBlock)
      thread.state = Thread::AtBlockBarrier;
    else if (after == After::WaitWarp)
      thread.state = Thread::AtWarp;
    return after;
  }
  const llvm::Function *callee = step.callee;
  std::size_t count = step.operands.size();
  if (!callee) {
    const Cell &target = operand(thread, step, unsigned(--count));
    auto found = functionsByAddress.find(target.lo);
    callee = found == functionsByAddress.end() || target.flags & Poison ? nullptr : found->second;
    if (!callee || callee->isDeclaration() || callee->arg_size() != count)
      throw Stop{Outcome::CannotRun, "an indirect call whose target has no body here"};
  }
  const Code &code = decoder.decode(*callee);
  if (code.arguments.size() > count)
    throw Stop{Outcome::CannotRun, "a call with too few arguments"};
  pushFrame(thread, code, mix(whereOf(thread, step), thread.frames.back().next));
  Frame &caller = thread.frames[thread.frames.size() - 2], &frame = thread.frames.back();
  frame.result = step.result;
  for (std::size_t i = 0; i < code.arguments.size(); ++i) {
    if (code.arguments[i].count != step.operands[i].count)
      throw Stop{Outcome::CannotRun, "a call whose arguments do not fit its callee"};
    std::copy_n(caller.cells.begin() + step.operands[i].first, step.operands[i].count,
                frame.cells.begin() + code.arguments[i].first);
  }
  return After::Continue;
}

After Machine::execute(Thread &thread, const Step &step) {
  switch (step.opcode) {
  case Instruction::Br:
  case Instruction::Switch:
    branch(thread, step);
    return After::Continue;
  case Instruction::Ret: {
    if (thread.frames.size() == 1)
      return After::Exit;
    Frame finished = std::move(thread.frames.back());
    thread.frames.pop_back();
    thread.localTop = finished.localTop;
    if (!step.operands.empty())
      std::copy_n(finished.cells.begin() + step.operands[0].first, finished.result.count,
                  thread.frames.back().cells.begin() + finished.result.first);
    return After::Continue;
  }
  case Instruction::Unreachable:
    undefinedIn("an unreachable instruction was reached", step);
  case Instruction::Call:
    return call(thread, step);
  case Instruction::Load: {
    const Cell pointer = operand(thread, step, 0);
    unsigned space = llvm::cast<llvm::LoadInst>(step.ir)->getPointerAddressSpace();
    load(thread, step, touch(thread, step, addressOf(thread, step, pointer, space), pointer));
    return After::Continue;
  }
  case Instruction::Store:
    storeStep(thread, step);
    return After::Continue;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    atomicStep(thread, step);
    return After::Continue;
  case Instruction::Alloca:
    reserve(thread, step);
    return After::Continue;
  case Instruction::Fence:
    return After::Continue;
  case Instruction::GetElementPtr:
    computeAddress(thread, step);
    return After::Continue;
  case Instruction::BitCast:
    bitcast(thread, step);
    return After::Continue;
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    moveElements(thread, step);
    return After::Continue;
  default:
    if (Instruction::isBinaryOp(step.opcode) || Instruction::isCast(step.opcode) || step.opcode == Instruction::ICmp ||
        step.opcode == Instruction::FCmp || step.opcode == Instruction::FNeg) {
      elementwise(thread, step);
      return After::Continue;
    }
    throw Stop{Outcome::CannotRun, std::string("an instruction that is not known here: ") + step.ir->getOpcodeName()};
  }
}

} // namespace sectorscope::oracle
