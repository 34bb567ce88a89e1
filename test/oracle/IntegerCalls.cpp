// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Integer intrinsics.

#include "Calls.h"

#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <bit>

namespace sectorscope::oracle {

namespace {

using llvm::Instruction;

using Unary = U128 (*)(unsigned width, U128 a);
using Binary = U128 (*)(unsigned width, U128 a, U128 b);
using Ternary = U128 (*)(unsigned width, U128 a, U128 b, U128 c);

template <Unary f> After unary(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = step.ir->getOperand(0)->getType()->getScalarSizeInBits(), to = resultWidth(step);
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i);
    machine.cell(thread, step.result, i) = Cell::of(f(width, a.bits()) & maskOf(to), a.flags);
  }
  return After::Continue;
}

template <Binary f> After binary(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = step.ir->getOperand(0)->getType()->getScalarSizeInBits(), to = resultWidth(step);
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i), b = machine.operand(thread, step, 1, i);
    machine.cell(thread, step.result, i) = Cell::of(f(width, a.bits(), b.bits()) & maskOf(to), a.flags | b.flags);
  }
  return After::Continue;
}

template <Ternary f> After ternary(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = step.ir->getOperand(0)->getType()->getScalarSizeInBits(), to = resultWidth(step);
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i), b = machine.operand(thread, step, 1, i),
         c = machine.operand(thread, step, 2, i);
    machine.cell(thread, step.result, i) =
        Cell::of(f(width, a.bits(), b.bits(), c.bits()) & maskOf(to), a.flags | b.flags | c.flags);
  }
  return After::Continue;
}

unsigned leadingZeros(unsigned width, U128 a) {
  unsigned count = 0;
  while (count < width && !(a >> (width - 1 - count) & 1))
    ++count;
  return count;
}

unsigned trailingZeros(unsigned width, U128 a) {
  unsigned count = 0;
  while (count < width && !(a >> count & 1))
    ++count;
  return count;
}

/// ctlz and cttz: the second operand makes a zero input poison.
template <unsigned (*f)(unsigned, U128)> After countZeros(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = resultWidth(step);
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i);
    bool isPoison = a.bits() == 0 && machine.operand(thread, step, 1).lo != 0;
    machine.cell(thread, step.result, i) =
        Cell::of(f(width, a.bits()), a.flags | (isPoison ? std::uint32_t(Poison) : 0));
  }
  return After::Continue;
}

After absolute(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = resultWidth(step);
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i);
    bool isPoison = a.bits() == U128(1) << (width - 1) && machine.operand(thread, step, 1).lo != 0;
    U128 magnitude = asSigned(a.bits(), width) < 0 ? -a.bits() : a.bits();
    machine.cell(thread, step.result, i) =
        Cell::of(magnitude & maskOf(width), a.flags | (isPoison ? std::uint32_t(Poison) : 0));
  }
  return After::Continue;
}

/// llvm.*.with.overflow and llvm.*.sat; promise Nuw or Nsw says which wrap counts. The result of integerBinary() is
/// poison exactly where the operation wraps.
template <unsigned opcode, std::uint8_t promise>
After withOverflow(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = resultWidth(step);
  if (step.result.count != 2)
    throw Stop{Outcome::CannotRun, "a vector operation with overflow"};
  Cell a = machine.operand(thread, step, 0), b = machine.operand(thread, step, 1);
  std::uint32_t flags = a.flags | b.flags;
  a.flags = b.flags = 0;
  bool wraps = integerBinary(opcode, width, promise, a, b).flags & Poison;
  machine.cell(thread, step.result, 0) = Cell::of(integerBinary(opcode, width, 0, a, b).bits(), flags);
  machine.cell(thread, step.result, 1) = Cell::of(wraps, flags);
  return After::Continue;
}

template <unsigned opcode, std::uint8_t promise> After saturating(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = resultWidth(step);
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i), b = machine.operand(thread, step, 1, i);
    std::uint32_t flags = a.flags | b.flags;
    a.flags = b.flags = 0;
    Cell result = integerBinary(opcode, width, promise, a, b);
    if (result.flags & Poison) {
      U128 largest = promise == Nsw ? maskOf(width - 1) : maskOf(width);
      U128 smallest = promise == Nsw ? U128(1) << (width - 1) : 0;
      // An unsigned sum overflows upwards, a difference downwards. A signed one goes towards the sign of the first
      // operand: a sum that wraps has operands of one sign, a difference of two.
      bool upwards = promise == Nsw ? asSigned(a.bits(), width) >= 0 : opcode != Instruction::Sub;
      result = Cell::of(upwards ? largest : smallest);
    }
    result.flags = flags;
    machine.cell(thread, step.result, i) = result;
  }
  return After::Continue;
}

U128 signedMin(unsigned w, U128 a, U128 b) { return asSigned(a, w) < asSigned(b, w) ? a : b; }
U128 signedMax(unsigned w, U128 a, U128 b) { return asSigned(a, w) < asSigned(b, w) ? b : a; }
U128 unsignedMin(unsigned, U128 a, U128 b) { return a < b ? a : b; }
U128 unsignedMax(unsigned, U128 a, U128 b) { return a < b ? b : a; }
U128 threeWaySigned(unsigned w, U128 a, U128 b) {
  return U128(S128(asSigned(a, w) > asSigned(b, w)) - S128(asSigned(a, w) < asSigned(b, w)));
}
U128 threeWayUnsigned(unsigned, U128 a, U128 b) { return U128(S128(a > b) - S128(a < b)); }
U128 population(unsigned, U128 a) {
  return static_cast<unsigned>(std::popcount(std::uint64_t(a)) + std::popcount(std::uint64_t(a >> 64)));
}
U128 reverseBits(unsigned width, U128 a) {
  U128 reversed = 0;
  for (unsigned i = 0; i < width; ++i)
    reversed |= (a >> i & 1) << (width - 1 - i);
  return reversed;
}
U128 swapBytes(unsigned width, U128 a) {
  U128 swapped = 0;
  for (unsigned i = 0; i < width; i += 8)
    swapped |= (a >> i & 0xff) << (width - 8 - i);
  return swapped;
}
U128 zerosBefore(unsigned width, U128 a) { return leadingZeros(width, a); }
U128 funnelLeft(unsigned width, U128 high, U128 low, U128 by) {
  unsigned shift = static_cast<unsigned>(by % width);
  return shift ? high << shift | low >> (width - shift) : high;
}
U128 funnelRight(unsigned width, U128 high, U128 low, U128 by) {
  unsigned shift = static_cast<unsigned>(by % width);
  return shift ? high << (width - shift) | low >> shift : low;
}
/// shf.l.wrap.b32 and shf.r.wrap.b32 name the low half first.
U128 shiftLeft(unsigned width, U128 low, U128 high, U128 by) { return funnelLeft(width, high, low, by); }
U128 shiftRight(unsigned width, U128 low, U128 high, U128 by) { return funnelRight(width, high, low, by); }
U128 highProductUnsigned(unsigned width, U128 a, U128 b) { return (a * b) >> width; }
U128 highProductSigned(unsigned width, U128 a, U128 b) {
  return U128((asSigned(a, width) * asSigned(b, width)) >> width);
}
U128 product24Signed(unsigned, U128 a, U128 b) {
  return U128(asSigned(a & maskOf(24), 24) * asSigned(b & maskOf(24), 24));
}
U128 product24Unsigned(unsigned, U128 a, U128 b) { return (a & maskOf(24)) * (b & maskOf(24)); }

/// prmt.b32: each nibble of the selector names one of eight bytes; its top bit replicates the sign of that byte.
U128 permuteBytes(unsigned, U128 a, U128 b, U128 selector) {
  std::uint64_t bytes = std::uint64_t(b & maskOf(32)) << 32 | std::uint64_t(a & maskOf(32));
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned nibble = static_cast<unsigned>(selector >> (4 * i)) & 15;
    auto byte = static_cast<std::uint32_t>(bytes >> (8 * (nibble & 7))) & 0xff;
    if (nibble & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// prmt.b32.f4e and .b4e: four bytes of b:a from the selected one on, upwards or downwards.
U128 extractForward(unsigned width, U128 a, U128 b, U128 selector) {
  unsigned first = static_cast<unsigned>(selector) & 3;
  return permuteBytes(width, a, b, first | (first + 1) << 4 | (first + 2) << 8 | (first + 3) << 12);
}
U128 extractBackward(unsigned width, U128 a, U128 b, U128 selector) {
  unsigned first = static_cast<unsigned>(selector) & 3;
  return permuteBytes(width, a, b, first | ((first + 7) & 7) << 4 | ((first + 6) & 7) << 8 | ((first + 5) & 7) << 12);
}

/// Absolute difference plus a third value.
U128 sumOfDifferenceSigned(unsigned w, U128 a, U128 b, U128 c) {
  S128 difference = asSigned(a, w) - asSigned(b, w);
  return U128(difference < 0 ? -difference : difference) + c;
}
U128 sumOfDifferenceUnsigned(unsigned, U128 a, U128 b, U128 c) { return (a > b ? a - b : b - a) + c; }

enum class Reduction { Add, Mul, And, Or, Xor, SMax, SMin, UMax, UMin };
template <Reduction reduction> After reduce(Machine &machine, Thread &thread, const Step &step) {
  unsigned width = resultWidth(step);
  Cell all = machine.operand(thread, step, 0);
  for (unsigned i = 1; i < step.operands[0].count; ++i) {
    Cell next = machine.operand(thread, step, 0, i);
    U128 a = all.bits(), b = next.bits();
    switch (reduction) {
    case Reduction::Add:
      a = a + b;
      break;
    case Reduction::Mul:
      a = a * b;
      break;
    case Reduction::And:
      a = a & b;
      break;
    case Reduction::Or:
      a = a | b;
      break;
    case Reduction::Xor:
      a = a ^ b;
      break;
    case Reduction::SMax:
      a = signedMax(width, a, b);
      break;
    case Reduction::SMin:
      a = signedMin(width, a, b);
      break;
    case Reduction::UMax:
      a = unsignedMax(width, a, b);
      break;
    case Reduction::UMin:
      a = unsignedMin(width, a, b);
      break;
    }
    all = Cell::of(a & maskOf(width), all.flags | next.flags);
  }
  machine.cell(thread, step.result) = all;
  return After::Continue;
}

} // namespace

const CallTable &integerCalls() {
  static const CallTable table = {
      {"llvm.smin", {binary<signedMin>}},
      {"llvm.smax", {binary<signedMax>}},
      {"llvm.umin", {binary<unsignedMin>}},
      {"llvm.umax", {binary<unsignedMax>}},
      {"llvm.scmp", {binary<threeWaySigned>}},
      {"llvm.ucmp", {binary<threeWayUnsigned>}},
      {"llvm.abs", {absolute}},
      {"llvm.ctpop", {unary<population>}},
      {"llvm.ctlz", {countZeros<leadingZeros>}},
      {"llvm.cttz", {countZeros<trailingZeros>}},
      {"llvm.bitreverse", {unary<reverseBits>}},
      {"llvm.bswap", {unary<swapBytes>}},
      {"llvm.fshl", {ternary<funnelLeft>}},
      {"llvm.fshr", {ternary<funnelRight>}},
      {"asm shf.l.wrap.b32 $0, $1, $2, $3;", {ternary<shiftLeft>}},
      {"asm shf.r.wrap.b32 $0, $1, $2, $3;", {ternary<shiftRight>}},
      {"llvm.sadd.with.overflow", {withOverflow<Instruction::Add, Nsw>}},
      {"llvm.uadd.with.overflow", {withOverflow<Instruction::Add, Nuw>}},
      {"llvm.ssub.with.overflow", {withOverflow<Instruction::Sub, Nsw>}},
      {"llvm.usub.with.overflow", {withOverflow<Instruction::Sub, Nuw>}},
      {"llvm.smul.with.overflow", {withOverflow<Instruction::Mul, Nsw>}},
      {"llvm.umul.with.overflow", {withOverflow<Instruction::Mul, Nuw>}},
      {"llvm.sadd.sat", {saturating<Instruction::Add, Nsw>}},
      {"llvm.uadd.sat", {saturating<Instruction::Add, Nuw>}},
      {"llvm.ssub.sat", {saturating<Instruction::Sub, Nsw>}},
      {"llvm.usub.sat", {saturating<Instruction::Sub, Nuw>}},
      {"llvm.vector.reduce.add", {reduce<Reduction::Add>}},
      {"llvm.vector.reduce.mul", {reduce<Reduction::Mul>}},
      {"llvm.vector.reduce.and", {reduce<Reduction::And>}},
      {"llvm.vector.reduce.or", {reduce<Reduction::Or>}},
      {"llvm.vector.reduce.xor", {reduce<Reduction::Xor>}},
      {"llvm.vector.reduce.smax", {reduce<Reduction::SMax>}},
      {"llvm.vector.reduce.smin", {reduce<Reduction::SMin>}},
      {"llvm.vector.reduce.umax", {reduce<Reduction::UMax>}},
      {"llvm.vector.reduce.umin", {reduce<Reduction::UMin>}},
      {"llvm.nvvm.mulhi.s", {binary<highProductSigned>}},
      {"llvm.nvvm.mulhi.i", {binary<highProductSigned>}},
      {"llvm.nvvm.mulhi.ll", {binary<highProductSigned>}},
      {"llvm.nvvm.mulhi.us", {binary<highProductUnsigned>}},
      {"llvm.nvvm.mulhi.ui", {binary<highProductUnsigned>}},
      {"llvm.nvvm.mulhi.ull", {binary<highProductUnsigned>}},
      {"llvm.nvvm.mul24.i", {binary<product24Signed>}},
      {"llvm.nvvm.mul24.ui", {binary<product24Unsigned>}},
      {"llvm.nvvm.sad.i", {ternary<sumOfDifferenceSigned>}},
      {"llvm.nvvm.sad.ui", {ternary<sumOfDifferenceUnsigned>}},
      {"llvm.nvvm.prmt", {ternary<permuteBytes>}},
      {"llvm.nvvm.prmt.f4e", {ternary<extractForward>}},
      {"llvm.nvvm.prmt.b4e", {ternary<extractBackward>}},
      {"llvm.nvvm.prmt.rc8", {}}, // other modes are not known
      {"llvm.nvvm.prmt.rc16", {}},
      {"llvm.nvvm.prmt.ecl", {}},
      {"llvm.nvvm.prmt.ecr", {}},
      {"llvm.nvvm.popc.i", {unary<population>}},
      {"llvm.nvvm.popc.ll", {unary<population>}},
      {"llvm.nvvm.clz.i", {unary<zerosBefore>}},
      {"llvm.nvvm.clz.ll", {unary<zerosBefore>}},
      {"llvm.nvvm.brev32", {unary<reverseBits>}},
      {"llvm.nvvm.brev64", {unary<reverseBits>}},
      {"__nv_popc", {unary<population>}},
      {"__nv_popcll", {unary<population>}},
      {"__nv_clz", {unary<zerosBefore>}},
      {"__nv_clzll", {unary<zerosBefore>}},
      {"__nv_brev", {unary<reverseBits>}},
      {"__nv_brevll", {unary<reverseBits>}},
      {"__nv_umulhi", {binary<highProductUnsigned>}},
      {"__nv_mulhi", {binary<highProductSigned>}},
      {"__nv_byte_perm", {ternary<permuteBytes>}},
      {"__nv_min", {binary<signedMin>}},
      {"__nv_max", {binary<signedMax>}},
      {"__nv_umin", {binary<unsignedMin>}},
      {"__nv_umax", {binary<unsignedMax>}},
  };
  return table;
}

} // namespace sectorscope::oracle
