// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scalar semantics of LLVM's integer and floating-point instructions on cells.

#include "Cell.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"

#include <bit>
#include <cmath>

namespace sectorscope::oracle {

using llvm::CmpInst;
using llvm::Instruction;

unsigned cellsOf(const llvm::Type *type) {
  constexpr std::uint64_t largest = 4096; // a bigger first-class value is no kernel code
  if (type->isVoidTy())
    return 0;
  std::uint64_t count = 0;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    count = vector->getNumElements();
  else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    count = array->getNumElements() * cellsOf(array->getElementType());
  else if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    for (const llvm::Type *element : structure->elements())
      count += cellsOf(element);
  else if (type->isIntegerTy() || type->isPointerTy() || type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() ||
           type->isDoubleTy())
    count = 1;
  else
    throw Stop{Outcome::CannotRun, "a value of a type without fixed scalars"};
  if (type->isIntegerTy() && type->getIntegerBitWidth() > 128)
    throw Stop{Outcome::CannotRun, "an integer of more than 128 bits"};
  if (count > largest)
    throw Stop{Outcome::CannotRun, "a first-class value of more than 4096 scalars"};
  return static_cast<unsigned>(count);
}

void flatten(llvm::Type *type, std::vector<llvm::Type *> &scalars) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    scalars.insert(scalars.end(), vector->getNumElements(), vector->getElementType());
  else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      flatten(array->getElementType(), scalars);
  else if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    for (llvm::Type *element : structure->elements())
      flatten(element, scalars);
  else if (!type->isVoidTy())
    scalars.push_back(type);
}

/// Poison carries no value: results are zero, so that no run depends on what stood there.
static Cell poison(std::uint32_t flags) { return Cell::of(0, flags | Poison); }

static Cell divide(unsigned opcode, unsigned width, std::uint8_t promises, U128 a, U128 b, std::uint32_t flags) {
  if (flags & Poison || b == 0)
    throw Stop{Outcome::Undefined, b == 0 ? "division by zero" : "division by an undefined value"};
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  U128 quotient = 0, remainder = 0;
  if (isSigned) {
    S128 x = asSigned(a, width), y = asSigned(b, width);
    if (y == -1 && a == U128(1) << (width - 1))
      throw Stop{Outcome::Undefined, "signed division overflows"};
    quotient = U128(x / y) & maskOf(width);
    remainder = U128(x % y) & maskOf(width);
  } else if (a <= ~std::uint64_t(0) && b <= ~std::uint64_t(0)) {
    quotient = std::uint64_t(a) / std::uint64_t(b);
    remainder = std::uint64_t(a) % std::uint64_t(b);
  } else {
    quotient = a / b;
    remainder = a % b;
  }
  if (promises & ExactDivision && remainder != 0)
    return poison(flags);
  bool wantsQuotient = opcode == Instruction::UDiv || opcode == Instruction::SDiv;
  return Cell::of(wantsQuotient ? quotient : remainder, flags);
}

static Cell shift(unsigned opcode, unsigned width, std::uint8_t promises, U128 a, U128 b, std::uint32_t flags) {
  if (b >= width)
    return poison(flags);
  unsigned by = static_cast<unsigned>(b);
  U128 result = 0;
  if (opcode == Instruction::Shl) {
    result = (a << by) & maskOf(width);
    if ((promises & Nuw && (result >> by) != a) ||
        (promises & Nsw && (asSigned(result, width) >> by) != asSigned(a, width)))
      return poison(flags);
    return Cell::of(result, flags);
  }
  result = opcode == Instruction::LShr ? a >> by : U128(asSigned(a, width) >> by) & maskOf(width);
  if (promises & ExactDivision && (a & maskOf(by)) != 0)
    return poison(flags);
  return Cell::of(result, flags);
}

/// Whether a*b leaves `width` bits, read as unsigned or as signed.
static bool productWraps(U128 a, U128 b, unsigned width, bool asSignedValues) {
  if (!asSignedValues) {
    U128 product = 0;
    return __builtin_mul_overflow(a, b, &product) || product > maskOf(width);
  }
  S128 product = 0;
  return __builtin_mul_overflow(asSigned(a, width), asSigned(b, width), &product) ||
         product != asSigned(U128(product), width);
}

static bool sumWraps(bool subtract, U128 a, U128 b, unsigned width, bool asSignedValues) {
  if (!asSignedValues) {
    U128 result = 0;
    return (subtract ? __builtin_sub_overflow(a, b, &result) : __builtin_add_overflow(a, b, &result)) ||
           result > maskOf(width);
  }
  S128 x = asSigned(a, width), y = asSigned(b, width), result = 0;
  return (subtract ? __builtin_sub_overflow(x, y, &result) : __builtin_add_overflow(x, y, &result)) ||
         result != asSigned(U128(result), width);
}

Cell integerBinary(unsigned opcode, unsigned width, std::uint8_t promises, const Cell &left, const Cell &right) {
  std::uint32_t flags = left.flags | right.flags;
  U128 a = left.bits(), b = right.bits(), mask = maskOf(width);
  switch (opcode) {
  case Instruction::Add:
  case Instruction::Sub: {
    bool subtract = opcode == Instruction::Sub;
    if ((promises & Nuw && sumWraps(subtract, a, b, width, false)) ||
        (promises & Nsw && sumWraps(subtract, a, b, width, true)))
      return poison(flags);
    return Cell::of((subtract ? a - b : a + b) & mask, flags);
  }
  case Instruction::Mul:
    if ((promises & Nuw && productWraps(a, b, width, false)) || (promises & Nsw && productWraps(a, b, width, true)))
      return poison(flags);
    return Cell::of((a * b) & mask, flags);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return divide(opcode, width, promises, a, b, flags);
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return shift(opcode, width, promises, a, b, flags);
  case Instruction::And:
    return Cell::of(a & b, flags);
  case Instruction::Or:
    return promises & DisjointBits && (a & b) != 0 ? poison(flags) : Cell::of(a | b, flags);
  case Instruction::Xor:
    return Cell::of(a ^ b, flags);
  default:
    throw Stop{Outcome::CannotRun, "an integer operator of LLVM that is not known here"};
  }
}

bool integerCompare(unsigned predicate, unsigned width, const Cell &left, const Cell &right) {
  U128 a = left.bits(), b = right.bits();
  S128 x = asSigned(a, width), y = asSigned(b, width);
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return a == b;
  case CmpInst::ICMP_NE:
    return a != b;
  case CmpInst::ICMP_UGT:
    return a > b;
  case CmpInst::ICMP_UGE:
    return a >= b;
  case CmpInst::ICMP_ULT:
    return a < b;
  case CmpInst::ICMP_ULE:
    return a <= b;
  case CmpInst::ICMP_SGT:
    return x > y;
  case CmpInst::ICMP_SGE:
    return x >= y;
  case CmpInst::ICMP_SLT:
    return x < y;
  case CmpInst::ICMP_SLE:
    return x <= y;
  default:
    throw Stop{Outcome::CannotRun, "an integer comparison that is not known here"};
  }
}

static const llvm::fltSemantics &smallSemantics(const llvm::Type *type) {
  if (type->isHalfTy())
    return llvm::APFloat::IEEEhalf();
  if (type->isBFloatTy())
    return llvm::APFloat::BFloat();
  throw Stop{Outcome::CannotRun, "a floating-point type that is not known here"};
}

double toDouble(const Cell &cell, const llvm::Type *type) {
  if (type->isFloatTy())
    return std::bit_cast<float>(static_cast<std::uint32_t>(cell.lo));
  if (type->isDoubleTy())
    return std::bit_cast<double>(cell.lo);
  llvm::APFloat value(smallSemantics(type), llvm::APInt(16, cell.lo));
  bool lost = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

Cell fromDouble(double value, const llvm::Type *type, std::uint32_t flags) {
  if (type->isFloatTy())
    return Cell::of(std::bit_cast<std::uint32_t>(static_cast<float>(value)), flags);
  if (type->isDoubleTy())
    return Cell::of(std::bit_cast<std::uint64_t>(value), flags);
  llvm::APFloat small(value);
  bool lost = false;
  small.convert(smallSemantics(type), llvm::APFloat::rmNearestTiesToEven, &lost);
  return Cell::of(small.bitcastToAPInt().getZExtValue(), flags);
}

Cell floatBinary(unsigned opcode, const llvm::Type *type, const Cell &left, const Cell &right) {
  std::uint32_t flags = left.flags | right.flags;
  double a = toDouble(left, type), b = toDouble(right, type);
  switch (opcode) {
  // double has more than twice the bits of the smaller types plus two: rounding twice is rounding once.
  case Instruction::FAdd:
    return fromDouble(a + b, type, flags);
  case Instruction::FSub:
    return fromDouble(a - b, type, flags);
  case Instruction::FMul:
    return fromDouble(a * b, type, flags);
  case Instruction::FDiv:
    return fromDouble(a / b, type, flags);
  case Instruction::FRem:
    return fromDouble(std::fmod(a, b), type, flags);
  default:
    throw Stop{Outcome::CannotRun, "a floating-point operator of LLVM that is not known here"};
  }
}

bool floatCompare(unsigned predicate, double a, double b) {
  // LLVM numbers the predicates by bits: 1 equal, 2 greater, 4 less, 8 unordered.
  unsigned relation = std::isnan(a) || std::isnan(b) ? 8 : a == b ? 1 : a > b ? 2 : 4;
  static_assert(CmpInst::FCMP_OEQ == 1 && CmpInst::FCMP_OGT == 2 && CmpInst::FCMP_OLT == 4 && CmpInst::FCMP_UNO == 8);
  return (predicate & relation) != 0;
}

static Cell floatToInteger(const Cell &a, const llvm::Type *from, unsigned width, bool isSigned) {
  double value = std::trunc(toDouble(a, from));
  double limit = std::ldexp(1.0, static_cast<int>(width - (isSigned ? 1 : 0)));
  bool fits = isSigned ? value >= -limit && value < limit : value > -1.0 && value < limit;
  if (!fits)
    return poison(a.flags);
  U128 bits = value < 0 ? U128(S128(value)) : U128(value);
  return Cell::of(bits & maskOf(width), a.flags);
}

Cell convert(unsigned opcode, std::uint8_t promises, const Cell &a, const llvm::Type *from, unsigned fromWidth,
             const llvm::Type *to, unsigned toWidth) {
  bool nonNegative = promises & NonNegative;
  switch (opcode) {
  case Instruction::ZExt:
    if (nonNegative && asSigned(a.bits(), fromWidth) < 0)
      return poison(a.flags);
    return a;
  case Instruction::SExt:
    return Cell::of(U128(asSigned(a.bits(), fromWidth)) & maskOf(toWidth), a.flags);
  case Instruction::Trunc: {
    U128 kept = a.bits() & maskOf(toWidth);
    if ((promises & Nuw && kept != a.bits()) ||
        (promises & Nsw && asSigned(kept, toWidth) != asSigned(a.bits(), fromWidth)))
      return poison(a.flags);
    return Cell::of(kept, a.flags);
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return Cell::of(a.bits() & maskOf(toWidth), a.flags);
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    return fromDouble(toDouble(a, from), to, a.flags);
  case Instruction::FPToUI:
    return floatToInteger(a, from, toWidth, false);
  case Instruction::FPToSI:
    return floatToInteger(a, from, toWidth, true);
  case Instruction::UIToFP:
    if (nonNegative && asSigned(a.bits(), fromWidth) < 0)
      return poison(a.flags);
    return to->isFloatTy() ? fromDouble(static_cast<float>(a.bits()), to, a.flags)
                           : fromDouble(static_cast<double>(a.bits()), to, a.flags);
  case Instruction::SIToFP: {
    S128 value = asSigned(a.bits(), fromWidth);
    return to->isFloatTy() ? fromDouble(static_cast<float>(value), to, a.flags)
                           : fromDouble(static_cast<double>(value), to, a.flags);
  }
  default:
    throw Stop{Outcome::CannotRun, "a conversion of LLVM that is not known here"};
  }
}

} // namespace sectorscope::oracle
