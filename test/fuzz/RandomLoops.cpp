// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Random loops. The order of drawn numbers is fixed as in RandomValues.cpp.

#include "KernelBuilder.h"

namespace sectorscope::fuzz {

using llvm::Value;

/// while (goesOn(j)) { body(j); j = next(j); } Returns j, which may be used after the loop.
Value *KernelBuilder::whileLoop(Value *start, const std::function<Value *(Value *)> &goesOn,
                                const std::function<Value *(Value *)> &next, const Body &body) {
  auto *before = ir.GetInsertBlock();
  auto *header = block("while"), *inside = block("body"), *end = block("endwhile");
  ir.CreateBr(header);
  ir.SetInsertPoint(header);
  auto *counter = ir.CreatePHI(start->getType(), 2);
  counter->addIncoming(start, before);
  ir.CreateCondBr(goesOn(counter), inside, end);
  ir.SetInsertPoint(inside);
  std::size_t mark = visible.size();
  bool wasUniform = isUniform;
  isUniform = false;
  ++loopDepth;
  body(counter);
  --loopDepth;
  isUniform = wasUniform;
  visible.resize(mark);
  Value *after = next(counter);
  counter->addIncoming(after, ir.GetInsertBlock());
  ir.CreateBr(header);
  ir.SetInsertPoint(end);
  if (start->getType()->isIntegerTy() && random.percent(20)) {
    feature("value after a loop");
    visible.push_back(counter);
  }
  return counter;
}

/// do { body(j); j = next(j); } while (goesOn(j));
void KernelBuilder::doWhileLoop(Value *start, const std::function<Value *(Value *)> &goesOn,
                                const std::function<Value *(Value *)> &next, const Body &body) {
  auto *before = ir.GetInsertBlock();
  auto *inside = block("do"), *end = block("enddo");
  ir.CreateBr(inside);
  ir.SetInsertPoint(inside);
  auto *counter = ir.CreatePHI(start->getType(), 2);
  counter->addIncoming(start, before);
  std::size_t mark = visible.size();
  bool wasUniform = isUniform;
  isUniform = false;
  ++loopDepth;
  body(counter);
  --loopDepth;
  isUniform = wasUniform;
  visible.resize(mark);
  Value *after = next(counter);
  counter->addIncoming(after, ir.GetInsertBlock());
  ir.CreateCondBr(goesOn(after), inside, end);
  ir.SetInsertPoint(end);
}

void KernelBuilder::body(unsigned depth, Value *counter) {
  visible.push_back(counter);
  visible.push_back(counter);
  if (random.percent(70)) {
    Value *at = index();
    if (random.percent(60))
      at = ir.CreateAdd(at, ir.CreateSExt(counter, ir.getInt64Ty()));
    accessAt(at);
  }
  if (random.percent(45))
    statements(1, depth - 1);
}

/// How often a loop runs: a constant, a parameter, uniform, or different for each lane.
Value *KernelBuilder::tripCount() {
  switch (random.below(8)) {
  case 0:
    feature("trips: parameter");
    return ir.CreateAnd(n, ir.getInt32(7));
  case 1:
    feature("trips: by lane");
    return ir.CreateAnd(tid[0], ir.getInt32((1u << random.between(1, 3)) - 1));
  case 2:
    feature("trips: by block");
    return ir.CreateAdd(ctaid[0], ir.getInt32(random.below(4)));
  case 3:
    feature("trips: random value");
    return ir.CreateAnd(leaf(32), ir.getInt32(7));
  default:
    feature("trips: constant");
    return ir.getInt32(1 + random.below(9));
  }
}

void KernelBuilder::countedLoop(unsigned depth) {
  Value *trips = tripCount();
  unsigned step = random.percent(60) ? 1 : 1 + random.below(4);
  bool isWhile = random.percent(60);
  feature(isWhile ? "loop: counted up, while" : "loop: counted up, do while");
  feature("loop step: " + std::to_string(step));
  Value *start = random.percent(75) ? ir.getInt32(0) : ir.getInt32(random.below(5));
  auto goesOn = [&](Value *j) { return ir.CreateICmpSLT(j, trips); };
  auto next = [&](Value *j) { return withFlags(ir.CreateAdd(j, ir.getInt32(step))); };
  auto inside = [&](Value *j) { body(depth, j); };
  if (isWhile)
    whileLoop(start, goesOn, next, inside);
  else
    doWhileLoop(start, goesOn, next, inside);
}

void KernelBuilder::downLoop(unsigned depth) {
  feature("loop: counted down");
  Value *start = ir.CreateSub(tripCount(), ir.getInt32(1));
  unsigned step = 1 + random.below(3);
  whileLoop(
      start, [&](Value *j) { return ir.CreateICmpSGE(j, ir.getInt32(0)); },
      [&](Value *j) { return ir.CreateSub(j, ir.getInt32(step)); }, [&](Value *j) { body(depth, j); });
}

/// for (c = 0; c < chunk; ++c) use(i * chunk + c)
void KernelBuilder::chunkLoop(unsigned) {
  feature("loop: chunk per thread");
  unsigned chunk = static_cast<unsigned>(random.between(2, 9));
  Value *first = ir.CreateMul(global[0], ir.getInt32(chunk));
  whileLoop(
      ir.getInt32(0), [&](Value *j) { return ir.CreateICmpSLT(j, ir.getInt32(chunk)); },
      [&](Value *j) { return ir.CreateAdd(j, ir.getInt32(1)); },
      [&](Value *j) {
        Value *at = ir.CreateAdd(first, j);
        if (random.percent(40)) { // guarded by the size
          feature("loop: chunk with a tail");
          branchOn(ir.CreateICmpSLT(at, n), [&] { accessAt(ir.CreateSExt(at, ir.getInt64Ty())); }, nullptr);
        } else {
          accessAt(ir.CreateSExt(at, ir.getInt64Ty()));
        }
      });
}

/// for (j = i; j < n; j += all threads)
void KernelBuilder::strideLoop(unsigned depth, bool overGrid) {
  feature(overGrid ? "loop: grid stride" : "loop: block stride");
  Value *step = overGrid ? ir.CreateMul(ntid[0], nctaid[0]) : ntid[0];
  Value *least =
      ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, step, ir.getInt32(16)); // a block of one: not 3000 trips
  whileLoop(
      overGrid ? global[0] : tid[0], [&](Value *j) { return ir.CreateICmpSLT(j, n); },
      [&](Value *j) { return ir.CreateAdd(j, least); },
      [&](Value *j) {
        accessAt(ir.CreateSExt(j, ir.getInt64Ty()));
        if (random.percent(30))
          body(depth, j);
      });
}

/// for (s = extent / 2; s > 0; s >>= 1) if (tid < s) use(tid, tid + s)
void KernelBuilder::treeLoop(unsigned) {
  feature("loop: tree");
  Value *start = random.percent(50) ? ir.CreateLShr(ntid[0], 1) : ir.getInt32(16u << random.below(4));
  whileLoop(
      start, [&](Value *s) { return ir.CreateICmpSGT(s, ir.getInt32(0)); },
      [&](Value *s) { return ir.CreateLShr(s, 1); },
      [&](Value *s) {
        branchOn(
            ir.CreateICmpSLT(tid[0], s),
            [&] {
              accessAt(ir.CreateSExt(ir.CreateAdd(tid[0], s), ir.getInt64Ty()));
              accessAt(ir.CreateSExt(tid[0], ir.getInt64Ty()));
            },
            nullptr);
      });
}

/// for (a = 0; a < trips; ++a) for (b = 0; b <= a; ++b)
void KernelBuilder::triangularLoop(unsigned depth) {
  feature("loop: triangular");
  Value *trips = tripCount();
  auto next = [&](Value *j) { return ir.CreateAdd(j, ir.getInt32(1)); };
  whileLoop(
      ir.getInt32(0), [&](Value *a) { return ir.CreateICmpSLT(a, trips); }, next,
      [&](Value *a) {
        visible.push_back(a);
        whileLoop(
            ir.getInt32(0), [&](Value *b) { return ir.CreateICmpSLE(b, a); }, next, [&](Value *b) { body(depth, b); });
      });
}

/// Four accesses a trip, and a loop for what remains.
void KernelBuilder::unrolledLoop(unsigned) {
  feature("loop: unrolled with remainder");
  Value *trips = ir.CreateAnd(n, ir.getInt32(31));
  Value *row = ir.CreateMul(global[0], random.percent(50) ? trips : ld);
  auto at = [&](Value *j, unsigned plus) {
    Value *column = ir.CreateAdd(j, ir.getInt32(plus));
    Value *sum = ir.CreateAdd(row, column);
    accessAt(ir.CreateSExt(sum, ir.getInt64Ty()));
  };
  Value *done = whileLoop(
      ir.getInt32(0), [&](Value *j) { return ir.CreateICmpSLT(ir.CreateAdd(j, ir.getInt32(3)), trips); },
      [&](Value *j) { return ir.CreateAdd(j, ir.getInt32(4)); },
      [&](Value *j) {
        for (unsigned plus = 0; plus < 4; ++plus)
          at(j, plus);
      });
  whileLoop(
      done, [&](Value *j) { return ir.CreateICmpSLT(j, trips); },
      [&](Value *j) { return ir.CreateAdd(j, ir.getInt32(1)); }, [&](Value *j) { at(j, 0); });
}

/// A pointer that is moved on each trip.
void KernelBuilder::pointerLoop(unsigned) {
  feature("loop: moving pointer");
  Value *trips = tripCount();
  llvm::Type *type = random.percent(60) ? ir.getFloatTy() : llvm::FixedVectorType::get(ir.getFloatTy(), 4);
  bool isLoad = random.percent(50);
  Value *base = isLoad ? inputs[0] : outputs[0];
  Value *pointer = ir.CreateGEP(type, base, ir.CreateSExt(global[0], ir.getInt64Ty()));
  Value *step =
      random.percent(50) ? static_cast<Value *>(ir.getInt64(random.below(100))) : ir.CreateSExt(ld, ir.getInt64Ty());
  auto *before = ir.GetInsertBlock();
  auto *header = block("while"), *inside = block("body"), *end = block("endwhile");
  ir.CreateBr(header);
  ir.SetInsertPoint(header);
  auto *counter = ir.CreatePHI(ir.getInt32Ty(), 2);
  auto *at = ir.CreatePHI(pointer->getType(), 2);
  counter->addIncoming(ir.getInt32(0), before);
  at->addIncoming(pointer, before);
  ir.CreateCondBr(ir.CreateICmpSLT(counter, trips), inside, end);
  ir.SetInsertPoint(inside);
  llvm::Align alignment = type->isVectorTy() ? llvm::Align(16) : llvm::Align(4);
  if (isLoad)
    ir.CreateAlignedLoad(type, at, alignment, /*isVolatile=*/true); // used by nothing, and yet it stays
  else
    ir.CreateAlignedStore(valueToStore(type), at, alignment);
  ++accesses;
  Value *nextAt = ir.CreateGEP(type, at, step);
  at->addIncoming(nextAt, inside);
  counter->addIncoming(ir.CreateAdd(counter, ir.getInt32(1)), inside);
  ir.CreateBr(header);
  ir.SetInsertPoint(end);
}

/// A loop-carried value that is no counter.
void KernelBuilder::recurrenceLoop(unsigned) {
  feature("loop: recurrence");
  Value *trips = tripCount();
  Value *start = leaf(32);
  auto *before = ir.GetInsertBlock();
  auto *header = block("while"), *inside = block("body"), *end = block("endwhile");
  ir.CreateBr(header);
  ir.SetInsertPoint(header);
  auto *counter = ir.CreatePHI(ir.getInt32Ty(), 2);
  auto *state = ir.CreatePHI(ir.getInt32Ty(), 2);
  counter->addIncoming(ir.getInt32(0), before);
  state->addIncoming(start, before);
  ir.CreateCondBr(ir.CreateICmpSLT(counter, trips), inside, end);
  ir.SetInsertPoint(inside);
  std::size_t mark = visible.size();
  Value *small = ir.CreateAnd(state, ir.getInt32(1023));
  accessAt(ir.CreateZExt(small, ir.getInt64Ty()));
  visible.resize(mark);
  Value *nextState = nullptr;
  switch (random.below(6)) {
  case 0:
    nextState = ir.CreateAdd(ir.CreateMul(state, ir.getInt32(3)), ir.getInt32(1));
    break;
  case 1:
    nextState = ir.CreateShl(state, 1);
    break;
  case 2:
    nextState = ir.CreateXor(state, ir.CreateLShr(state, 1));
    break;
  case 3:
    nextState = ir.CreateUDiv(state, ir.getInt32(2));
    break;
  case 4:
    nextState = ir.CreateAnd(ir.CreateAdd(state, ir.getInt32(5)), ir.getInt32(63));
    break;
  default:
    nextState = ir.CreateAdd(state, counter);
    break;
  }
  state->addIncoming(nextState, inside);
  counter->addIncoming(ir.CreateAdd(counter, ir.getInt32(1)), inside);
  ir.CreateBr(header);
  ir.SetInsertPoint(end);
}

/// for (...) { if (condition) break; use(j); }
void KernelBuilder::breakingLoop(unsigned depth) {
  feature("loop: break");
  Value *trips = tripCount();
  auto *before = ir.GetInsertBlock();
  auto *header = block("while"), *inside = block("body"), *rest = block("rest"), *end = block("endwhile");
  ir.CreateBr(header);
  ir.SetInsertPoint(header);
  auto *counter = ir.CreatePHI(ir.getInt32Ty(), 2);
  counter->addIncoming(ir.getInt32(0), before);
  ir.CreateCondBr(ir.CreateICmpSLT(counter, trips), inside, end);
  ir.SetInsertPoint(inside);
  std::size_t mark = visible.size();
  visible.push_back(counter);
  ir.CreateCondBr(condition(1), end, rest);
  ir.SetInsertPoint(rest);
  bool wasUniform = isUniform;
  isUniform = false;
  ++loopDepth;
  body(depth, counter);
  --loopDepth;
  isUniform = wasUniform;
  visible.resize(mark);
  Value *after = ir.CreateAdd(counter, ir.getInt32(1));
  counter->addIncoming(after, ir.GetInsertBlock());
  ir.CreateBr(header);
  ir.SetInsertPoint(end);
}

void KernelBuilder::loop(unsigned depth) {
  switch (random.below(16)) {
  case 0:
  case 1:
  case 2:
    return countedLoop(depth);
  case 3:
    return downLoop(depth);
  case 4:
  case 5:
    return chunkLoop(depth);
  case 6:
  case 7:
    return strideLoop(depth, true);
  case 8:
    return strideLoop(depth, false);
  case 9:
    return treeLoop(depth);
  case 10:
    return triangularLoop(depth);
  case 11:
    return unrolledLoop(depth);
  case 12:
    return pointerLoop(depth);
  case 13:
    return recurrenceLoop(depth);
  case 14:
    return breakingLoop(depth);
  default:
    return countedLoop(depth);
  }
}

} // namespace sectorscope::fuzz
