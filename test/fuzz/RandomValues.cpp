// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Random integer expressions, conditions and indices. No call has two arguments that both draw a number or both
/// make an instruction: compilers differ in the order, and the same seed must give the same kernel everywhere.

#include "KernelBuilder.h"

#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Operator.h"

namespace sectorscope::fuzz {

using llvm::Instruction;
using llvm::Value;

Value *KernelBuilder::interestingConstant(unsigned width) {
  static const std::int64_t values[] = {1,  2,  3,  4,  5,  7,   8,   10,  12,  15,  16,   17,    20,    24,  31,
                                        32, 33, 48, 63, 64, 100, 127, 128, 255, 256, 1000, 65535, 65537, -1,  -2,
                                        -4, -7, -8, 0,  6,  9,   11,  13,  21,  40,  80,   96,    160,   512, 4096};
  if (random.percent(85))
    return constant(width, values[random.below(sizeof(values) / sizeof(values[0]))]);
  return constant(width, static_cast<std::int64_t>(random.next()));
}

Value *KernelBuilder::fit(Value *value, unsigned width) {
  unsigned has = value->getType()->getIntegerBitWidth();
  if (has == width)
    return value;
  if (has > width) {
    feature("operator: trunc");
    return ir.CreateTrunc(value, ir.getIntNTy(width));
  }
  bool isSigned = random.percent(60);
  feature(isSigned ? "operator: sext" : "operator: zext");
  return isSigned ? ir.CreateSExt(value, ir.getIntNTy(width)) : ir.CreateZExt(value, ir.getIntNTy(width));
}

Value *KernelBuilder::leaf(unsigned width) {
  if (random.percent(20))
    return interestingConstant(width);
  // Young values are the interesting ones: loop counters, what was just computed.
  std::size_t count = visible.size();
  std::size_t from = random.percent(50) && count > 6 ? count - 6 : 0;
  return fit(visible[from + random.below(static_cast<unsigned>(count - from))], width);
}

/// Promises that may not hold; the comparison drops them where the oracle sees one broken.
Value *KernelBuilder::withFlags(Value *value) {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !llvm::isa<llvm::OverflowingBinaryOperator>(instruction) || !random.percent(35))
    return value;
  bool nsw = random.percent(70);
  instruction->setHasNoSignedWrap(nsw);
  instruction->setHasNoUnsignedWrap(!nsw || random.percent(40));
  feature(nsw ? "flag: nsw" : "flag: nuw");
  return value;
}

Value *KernelBuilder::division(unsigned width, Value *a) {
  static const Instruction::BinaryOps kinds[] = {Instruction::UDiv, Instruction::SDiv, Instruction::URem,
                                                 Instruction::SRem};
  auto kind = kinds[random.below(4)];
  Value *by = constant(width, random.between(1, 40));
  if (random.percent(10))
    by = ir.CreateOr(fit(ld, width), constant(width, 1)); // never zero
  else if (random.percent(20))
    by = constant(width, std::int64_t(1) << random.below(8));
  else if (random.percent(10))
    by = constant(width, -random.between(2, 9));
  feature(std::string("operator: ") + Instruction::getOpcodeName(kind));
  return ir.CreateBinOp(kind, a, by);
}

Value *KernelBuilder::shift(unsigned width, Value *a) {
  static const Instruction::BinaryOps kinds[] = {Instruction::Shl, Instruction::LShr, Instruction::AShr};
  auto kind = kinds[random.below(3)];
  Value *by = constant(width, random.below(random.percent(80) ? 6 : width));
  if (random.percent(15))
    by = ir.CreateAnd(leaf(width), constant(width, width - 1));
  feature(std::string("operator: ") + Instruction::getOpcodeName(kind));
  return withFlags(ir.CreateBinOp(kind, a, by));
}

Value *KernelBuilder::intrinsic(unsigned width, Value *a, Value *b) {
  using llvm::Intrinsic::ID;
  llvm::Type *type = ir.getIntNTy(width);
  auto call = [&](const char *name, ID id, std::initializer_list<Value *> operands) -> Value * {
    feature(std::string("operator: ") + name);
    return ir.CreateIntrinsic(id, {type}, llvm::ArrayRef<Value *>(operands.begin(), operands.size()));
  };
  namespace Id = llvm::Intrinsic;
  const unsigned kind = random.below(17);
  switch (kind) {
  case 0:
  case 1:
    return call("smin", Id::smin, {a, b});
  case 2:
    return call("smax", Id::smax, {a, b});
  case 3:
  case 4:
    return call("umin", Id::umin, {a, b});
  case 5:
    return call("umax", Id::umax, {a, b});
  case 6:
    return call("ctpop", Id::ctpop, {a});
  case 7:
    return call("ctlz", Id::ctlz, {a, ir.getFalse()});
  case 8:
    return call("cttz", Id::cttz, {a, ir.getFalse()});
  case 9:
    return call("bitreverse", Id::bitreverse, {a});
  case 10:
    return call("bswap", Id::bswap, {a});
  case 11:
  case 12: { // by a constant, which makes two shifts of it, or by any amount
    bool isLeft = kind == 11;
    Value *low = isLeft || random.percent(50) ? b : a;
    Value *by = constant(width, random.below(width));
    if (random.percent(40))
      by = leaf(width);
    return isLeft ? call("fshl", Id::fshl, {a, low, by}) : call("fshr", Id::fshr, {a, low, by});
  }
  case 13:
    return call("abs", Id::abs, {a, ir.getFalse()});
  case 14:
    return call("usub.sat", Id::usub_sat, {a, b});
  case 15: { // the upper half of a product: as an intrinsic, and as compilers write it
    if (width == 32 && random.percent(50)) {
      bool isSigned = random.percent(60);
      feature(isSigned ? "operator: mulhi" : "operator: umulhi");
      return ir.CreateIntrinsic(type, isSigned ? Id::nvvm_mulhi_i : Id::nvvm_mulhi_ui, {a, b});
    }
    feature("operator: umulhi");
    llvm::Type *twice = ir.getIntNTy(2 * width);
    Value *wideA = ir.CreateZExt(a, twice);
    Value *wideB = ir.CreateZExt(b, twice);
    return ir.CreateTrunc(ir.CreateLShr(ir.CreateMul(wideA, wideB), width), type);
  }
  default:
    feature("operator: prmt");
    if (width == 64)
      return ir.CreateXor(a, b);
    return ir.CreateIntrinsic(type, Id::nvvm_prmt, {a, b, constant(width, random.below(0x8000) & 0x7777)});
  }
}

bool KernelBuilder::hasWholeWarps() const {
  const std::array<unsigned, 3> &block = kernel.launch.block;
  return block[0] * block[1] * block[2] % 32 == 0;
}

/// A value of another lane. Where the lanes do not come together it may be undefined, and the run end there.
void KernelBuilder::shuffle() {
  namespace Id = llvm::Intrinsic;
  struct Mode {
    const char *name;
    llvm::Intrinsic::ID plain, withPredicate;
  };
  static const Mode modes[] = {{"idx", Id::nvvm_shfl_sync_idx_i32, Id::nvvm_shfl_sync_idx_i32p},
                               {"up", Id::nvvm_shfl_sync_up_i32, Id::nvvm_shfl_sync_up_i32p},
                               {"down", Id::nvvm_shfl_sync_down_i32, Id::nvvm_shfl_sync_down_i32p},
                               {"bfly", Id::nvvm_shfl_sync_bfly_i32, Id::nvvm_shfl_sync_bfly_i32p}};
  const unsigned kind = random.below(4);
  feature(std::string("shuffle: ") + modes[kind].name);
  const unsigned segment = random.percent(50) ? 32 : 1U << random.below(6);
  std::int64_t control = static_cast<std::int64_t>((32 - segment) << 8 | (kind == 1 ? 0 : 31));
  if (random.percent(15)) {
    feature("shuffle: any clamp and segments");
    control = random.below(1 << 13);
  }
  Value *value = random.percent(50) ? leaf(32) : expression(32, 2);
  Value *by = constant(32, random.below(random.percent(60) ? 8 : 32));
  if (random.percent(30))
    by = random.percent(50) ? leaf(32) : expression(32, 2);
  const bool usesPredicate = random.percent(30);
  Value *result = ir.CreateIntrinsic(usesPredicate ? modes[kind].withPredicate : modes[kind].plain, {},
                                     {constant(32, -1), value, by, constant(32, control)});
  if (usesPredicate) {
    feature("shuffle: with a predicate");
    Value *taken = ir.CreateExtractValue(result, 0);
    result = ir.CreateSelect(ir.CreateExtractValue(result, 1), taken, interestingConstant(32));
  }
  visible.push_back(result);
}

/// A detour through i8, i16, i32 or i64.
Value *KernelBuilder::throughOtherWidth(unsigned width, unsigned depth) {
  if (random.percent(40)) {
    unsigned narrow = random.percent(50) ? 8 : 16;
    Value *value = ir.CreateTrunc(expression(width, depth - 1), ir.getIntNTy(narrow));
    feature(narrow == 8 ? "width: i8" : "width: i16");
    if (random.percent(50))
      value = ir.CreateAdd(value, constant(narrow, random.between(-9, 90)));
    return fit(value, width);
  }
  return fit(expression(width == 32 ? 64 : 32, depth - 1), width);
}

Value *KernelBuilder::binary(unsigned width, unsigned depth) {
  Value *a = expression(width, depth - 1);
  unsigned kind = random.below(100);
  if (kind < 12)
    return division(width, a);
  if (kind < 24)
    return shift(width, a);
  Value *b = random.percent(60) ? interestingConstant(width) : expression(width, depth - 1);
  if (kind < 40)
    return intrinsic(width, a, b);
  static const Instruction::BinaryOps kinds[] = {Instruction::Add, Instruction::Add, Instruction::Sub,
                                                 Instruction::Mul, Instruction::Mul, Instruction::And,
                                                 Instruction::Or,  Instruction::Xor, Instruction::And};
  auto opcode = kinds[random.below(sizeof(kinds) / sizeof(kinds[0]))];
  feature(std::string("operator: ") + Instruction::getOpcodeName(opcode));
  return withFlags(ir.CreateBinOp(opcode, a, b));
}

Value *KernelBuilder::expression(unsigned width, unsigned depth) {
  if (depth == 0 || random.percent(15))
    return leaf(width);
  unsigned kind = random.below(100);
  if (kind < 10) {
    feature("operator: select");
    Value *left = leaf(32);
    Value *when = compare(left, leaf(32));
    Value *first = expression(width, depth - 1);
    return ir.CreateSelect(when, first, expression(width, depth - 1));
  }
  if (kind < 22)
    return throughOtherWidth(width, depth);
  return binary(width, depth);
}

Value *KernelBuilder::compare(Value *a, Value *b) {
  using Predicate = llvm::CmpInst;
  static const Predicate::Predicate predicates[] = {Predicate::ICMP_EQ,  Predicate::ICMP_NE,  Predicate::ICMP_ULT,
                                                    Predicate::ICMP_ULE, Predicate::ICMP_UGT, Predicate::ICMP_UGE,
                                                    Predicate::ICMP_SLT, Predicate::ICMP_SLE, Predicate::ICMP_SGT,
                                                    Predicate::ICMP_SGE, Predicate::ICMP_SLT, Predicate::ICMP_SLT};
  auto predicate = predicates[random.below(sizeof(predicates) / sizeof(predicates[0]))];
  feature("compare: " + Predicate::getPredicateName(predicate).str());
  return ir.CreateICmp(predicate, a, b);
}

Value *KernelBuilder::condition(unsigned depth) {
  unsigned kind = random.below(depth ? 13 : 10);
  switch (kind) {
  case 0:
    feature("condition: lane % k == 0");
    return ir.CreateICmpEQ(ir.CreateAnd(tid[0], constant(32, (1 << random.between(1, 3)) - 1)), constant(32, 0));
  case 1:
    feature("condition: tid < n");
    return ir.CreateICmpSLT(tid[0], random.percent(50) ? n : constant(32, random.between(1, 70)));
  case 2:
    feature("condition: tid == 0");
    return ir.CreateICmpEQ(tid[random.below(3)], constant(32, 0));
  case 3:
  case 4:
  case 5: {
    feature("condition: i < n");
    Value *bound = random.percent(60) ? n : constant(32, random.between(1, 500));
    return random.percent(70) ? ir.CreateICmpSLT(global[0], bound) : ir.CreateICmpULT(global[0], bound);
  }
  case 6:
    feature("condition: warp number");
    return ir.CreateICmpULT(ir.CreateLShr(tid[0], 5), constant(32, random.between(1, 4)));
  case 7:
  case 8:
  case 9: {
    feature("condition: random");
    unsigned width = random.percent(80) ? 32 : 64;
    Value *left = expression(width, 2);
    return compare(left, random.percent(60) ? interestingConstant(width) : expression(width, 1));
  }
  case 10:
  case 11: {
    bool isAnd = kind == 10;
    feature(isAnd ? "condition: and" : "condition: or");
    Value *first = condition(depth - 1);
    Value *second = condition(depth - 1);
    if (random.percent(50))
      return isAnd ? ir.CreateAnd(first, second) : ir.CreateOr(first, second);
    return isAnd ? ir.CreateLogicalAnd(first, second) : ir.CreateLogicalOr(first, second);
  }
  default: {
    feature("condition: not");
    Value *first = condition(depth - 1);
    return random.percent(50) ? ir.CreateNot(first) : ir.CreateXor(first, condition(depth - 1));
  }
  }
}

/// Keeps an index small in one of the ways in which programs do it.
Value *KernelBuilder::bounded(Value *value) {
  unsigned width = value->getType()->getIntegerBitWidth();
  switch (random.below(4)) {
  case 0:
    feature("bound: remainder");
    return ir.CreateURem(value, constant(width, random.between(20, 3000)));
  case 1: {
    feature("bound: clamp");
    Value *above = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, constant(width, 0));
    return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, above, constant(width, random.between(20, 3000)));
  }
  default:
    feature("bound: mask");
    return ir.CreateAnd(value, constant(width, (std::int64_t(1) << random.between(4, 16)) - 1));
  }
}

/// Indices as people write them, i32.
Value *KernelBuilder::familiarIndex() {
  Value *i = global[random.percent(75) ? 0 : random.below(3)];
  if (random.percent(30))
    i = leaf(32);
  auto small = [&] { return constant(32, random.between(1, 20)); };
  switch (random.below(17)) {
  case 0:
  case 1:
    return i;
  case 14: // multiplicative hashing: the upper bits of a product
    feature("index: hashed");
    feature("operator: lshr");
    return ir.CreateLShr(ir.CreateMul(i, constant(32, 0x9e3779b1)), static_cast<std::uint64_t>(random.between(20, 28)));
  case 15: { // the same, brought into a range by the upper half of a product
    feature("index: hashed into a range");
    feature("operator: umulhi");
    Value *hash = ir.CreateMul(i, constant(32, 0x9e3779b1));
    return ir.CreateIntrinsic(ir.getInt32Ty(), llvm::Intrinsic::nvvm_mulhi_ui, {hash, n});
  }
  case 13: { // a gather: nobody can know these
    feature("index: loaded");
    Value *at = ir.CreateSExt(ir.CreateAnd(i, constant(32, 4095)), ir.getInt64Ty());
    Value *key = ir.CreateGEP(ir.getInt32Ty(), inputs[1], at);
    ++accesses;
    return ir.CreateMul(ir.CreateAlignedLoad(ir.getInt32Ty(), key, llvm::Align(4)), small());
  }
  case 2:
    feature("index: strided");
    i = withFlags(ir.CreateMul(i, small()));
    return withFlags(ir.CreateAdd(i, constant(32, random.between(-3, 9))));
  case 3:
    feature("index: row and column");
    return withFlags(ir.CreateAdd(withFlags(ir.CreateMul(global[1], ld)), global[0]));
  case 4:
    feature("index: column and row");
    return withFlags(ir.CreateAdd(withFlags(ir.CreateMul(global[0], ld)), global[1]));
  case 5: {
    feature("index: quotient and remainder");
    unsigned by = static_cast<unsigned>(random.between(2, 12));
    Value *row = ir.CreateUDiv(i, constant(32, by));
    Value *column = ir.CreateURem(i, constant(32, by));
    return ir.CreateAdd(ir.CreateMul(row, constant(32, by + random.below(9))), column);
  }
  case 6:
    feature("index: xor");
    return ir.CreateXor(i, small());
  case 7:
    feature("index: clamped");
    return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, i, ir.CreateSub(n, constant(32, 1)));
  case 8:
    feature("index: stride parameter");
    return ir.CreateMul(i, ld);
  case 9:
    feature("index: three axes");
    return ir.CreateAdd(ir.CreateMul(ir.CreateAdd(ir.CreateMul(tid[2], ntid[1]), tid[1]), ntid[0]), tid[0]);
  case 10:
    feature("index: reversed");
    return ir.CreateSub(ir.CreateSub(n, constant(32, 1)), i);
  case 11:
    feature("index: block only");
    return ir.CreateMul(ctaid[0], small());
  default:
    feature("index: masked");
    return ir.CreateAnd(i, constant(32, (1 << random.between(1, 8)) - 1));
  }
}

Value *KernelBuilder::index() {
  Value *value = nullptr;
  if (random.percent(55)) {
    value = familiarIndex();
    if (random.percent(25))
      value = ir.CreateAdd(value, leaf(32));
  } else if (random.percent(75)) {
    feature("index: random, 32 bits");
    value = expression(32, static_cast<unsigned>(random.between(1, 4)));
    if (random.percent(60))
      value = bounded(value);
  } else {
    feature("index: random, 64 bits");
    value = bounded(expression(64, static_cast<unsigned>(random.between(1, 4))));
  }
  if (value->getType()->isIntegerTy(32) && random.percent(20))
    return ir.CreateZExt(bounded(value), ir.getInt64Ty());
  return value->getType()->isIntegerTy(64) ? value : ir.CreateSExt(value, ir.getInt64Ty());
}

} // namespace sectorscope::fuzz
