// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ScalarOps.h"

#include <bit>

namespace sectorscope {

unsigned operandCount(Op op) {
  if (op <= Op::Opaque || op == Op::RecurVar)
    return 0;
  if (op <= Op::ByteSwap || op == Op::Recur)
    return 1;
  if (op <= Op::Sle || op == Op::AllBefore)
    return 2;
  return 3;
}

bool isComparison(Op op) { return op >= Op::Eq && op <= Op::Sle; }

namespace {

std::uint64_t reverseBits(std::uint64_t value, unsigned width) {
  std::uint64_t result = 0;
  for (unsigned bit = 0; bit < width; ++bit)
    if (value >> bit & 1)
      result |= 1ULL << (width - 1 - bit);
  return result;
}

std::uint64_t swapBytes(std::uint64_t value, unsigned width) {
  std::uint64_t result = 0;
  for (unsigned bit = 0; bit < width; bit += 8)
    result |= (value >> bit & 0xff) << (width - 8 - bit);
  return result;
}

/// NVPTX prmt, default mode: each nibble of the selector picks one of the eight bytes of {b, a}, or its sign.
std::uint64_t permuteBytes(std::uint64_t a, std::uint64_t b, std::uint64_t selector) {
  const std::uint64_t bytes = (a & 0xffffffff) | b << 32;
  std::uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned pick = selector >> (4 * i) & 0xf;
    std::uint64_t byte = bytes >> (8 * (pick & 7)) & 0xff;
    if (pick & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

std::optional<std::uint64_t> divide(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  if (b == 0)
    return std::nullopt;
  if (op == Op::UDiv)
    return a / b;
  if (op == Op::URem)
    return a % b;
  const std::int64_t x = signExtend(a, width), y = signExtend(b, width);
  if (y == -1) // the one signed division that overflows, and its neighbours without the trap
    return op == Op::SDiv ? 0 - a : 0;
  return static_cast<std::uint64_t>(op == Op::SDiv ? x / y : x % y);
}

std::optional<std::uint64_t> shift(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  if (b >= width)
    return std::nullopt;
  if (op == Op::Shl)
    return a << b;
  if (op == Op::LShr)
    return a >> b;
  return static_cast<std::uint64_t>(signExtend(a, width) >> b);
}

} // namespace

std::optional<std::uint64_t> evalScalar(Op op, unsigned width, unsigned operandWidth, std::uint64_t a, std::uint64_t b,
                                        std::uint64_t c) {
  const auto wrapped = [&](std::optional<std::uint64_t> value) -> std::optional<std::uint64_t> {
    if (!value)
      return value;
    return *value & lowMask(width);
  };
  const std::int64_t signedA = signExtend(a, operandWidth), signedB = signExtend(b, operandWidth);
  switch (op) {
  case Op::ZExt:
  case Op::Trunc:
    return wrapped(a);
  case Op::SExt:
    return wrapped(static_cast<std::uint64_t>(signedA));
  case Op::Popcount:
    return std::popcount(a);
  case Op::Clz:
    return std::countl_zero(a) - (64 - operandWidth);
  case Op::Ctz:
    return a == 0 ? operandWidth : std::countr_zero(a);
  case Op::BitReverse:
    return reverseBits(a, width);
  case Op::ByteSwap:
    return swapBytes(a, width);
  case Op::Add:
    return wrapped(a + b);
  case Op::Sub:
    return wrapped(a - b);
  case Op::Mul:
    return wrapped(a * b);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return wrapped(divide(op, width, a, b));
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return wrapped(shift(op, width, a, b));
  case Op::And:
    return a & b;
  case Op::Or:
    return a | b;
  case Op::Xor:
    return a ^ b;
  case Op::UMin:
    return a < b ? a : b;
  case Op::UMax:
    return a < b ? b : a;
  case Op::SMin:
    return signedA < signedB ? a : b;
  case Op::SMax:
    return signedA < signedB ? b : a;
  case Op::UMulHi:
    return wrapped(static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b >> operandWidth));
  case Op::SMulHi:
    return wrapped(static_cast<std::uint64_t>(static_cast<__int128>(signedA) * signedB >> operandWidth));
  case Op::Eq:
    return a == b;
  case Op::Ne:
    return a != b;
  case Op::Ult:
    return a < b;
  case Op::Ule:
    return a <= b;
  case Op::Slt:
    return signedA < signedB;
  case Op::Sle:
    return signedA <= signedB;
  case Op::Select:
    return a ? b : c;
  case Op::FshL:
  case Op::FshR: {
    const unsigned amount = c % width;
    if (amount == 0)
      return op == Op::FshL ? a : b;
    const unsigned left = op == Op::FshL ? amount : width - amount;
    return wrapped(a << left | b >> (width - left));
  }
  case Op::Prmt:
    return permuteBytes(a, b, c);
  default:
    return std::nullopt;
  }
}

void evalLanes(Op op, unsigned width, unsigned operandWidth, const std::int64_t *a, const std::int64_t *b,
               unsigned widthB, const std::int64_t *c, unsigned widthC, std::int64_t *out) {
  constexpr unsigned lanes = 32;
  const std::uint64_t mask = lowMask(operandWidth);
  // The operators that most nodes are, as loops that a compiler turns into vector instructions.
  const auto each = [&](auto value) {
    for (unsigned i = 0; i < lanes; ++i)
      out[i] = signExtend(value(static_cast<std::uint64_t>(a[i]), static_cast<std::uint64_t>(b ? b[i] : 0)), width);
  };
  const auto compared = [&](auto holds) {
    for (unsigned i = 0; i < lanes; ++i)
      out[i] = -static_cast<std::int64_t>(holds(signExtend(static_cast<std::uint64_t>(a[i]), operandWidth),
                                                signExtend(static_cast<std::uint64_t>(b[i]), widthB)));
  };
  const auto isBelow = [](std::int64_t x, std::int64_t y) {
    return static_cast<std::uint64_t>(x) < static_cast<std::uint64_t>(y);
  };
  switch (op) {
  case Op::Add:
    return each([](std::uint64_t x, std::uint64_t y) { return x + y; });
  case Op::Sub:
    return each([](std::uint64_t x, std::uint64_t y) { return x - y; });
  case Op::Mul:
    return each([](std::uint64_t x, std::uint64_t y) { return x * y; });
  case Op::And:
    return each([](std::uint64_t x, std::uint64_t y) { return x & y; });
  case Op::Or:
    return each([](std::uint64_t x, std::uint64_t y) { return x | y; });
  case Op::Xor:
    return each([](std::uint64_t x, std::uint64_t y) { return x ^ y; });
  case Op::ZExt:
  case Op::Trunc:
    return each([&](std::uint64_t x, std::uint64_t) { return x & mask; });
  case Op::SExt:
    return each(
        [&](std::uint64_t x, std::uint64_t) { return static_cast<std::uint64_t>(signExtend(x, operandWidth)); });
  case Op::Shl:
    return each([&](std::uint64_t x, std::uint64_t y) { return (y &= mask) < width ? x << y : 0; });
  case Op::LShr:
    return each([&](std::uint64_t x, std::uint64_t y) { return (y &= mask) < width ? (x & mask) >> y : 0; });
  // Extended signs keep the order of unsigned numbers as well.
  case Op::Eq:
    return compared([](std::int64_t x, std::int64_t y) { return x == y; });
  case Op::Ne:
    return compared([](std::int64_t x, std::int64_t y) { return x != y; });
  case Op::Ult:
    return compared([&](std::int64_t x, std::int64_t y) { return isBelow(x, y); });
  case Op::Ule:
    return compared([&](std::int64_t x, std::int64_t y) { return !isBelow(y, x); });
  case Op::Slt:
    return compared([](std::int64_t x, std::int64_t y) { return x < y; });
  case Op::Sle:
    return compared([](std::int64_t x, std::int64_t y) { return x <= y; });
  case Op::Select:
    for (unsigned i = 0; i < lanes; ++i)
      out[i] = signExtend(static_cast<std::uint64_t>(a[i] & 1 ? b[i] : c[i]), width);
    return;
  default:
    break;
  }
  const std::uint64_t maskB = lowMask(widthB), maskC = lowMask(widthC);
  for (unsigned i = 0; i < lanes; ++i) {
    const auto value =
        evalScalar(op, width, operandWidth, static_cast<std::uint64_t>(a[i]) & mask,
                   b ? static_cast<std::uint64_t>(b[i]) & maskB : 0, c ? static_cast<std::uint64_t>(c[i]) & maskC : 0);
    out[i] = signExtend(value.value_or(0), width);
  }
}

} // namespace sectorscope
