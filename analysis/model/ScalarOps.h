// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operators of lane expressions on single values, wrapping exactly as the instruction does.

#ifndef SECTORSCOPE_MODEL_SCALAROPS_H
#define SECTORSCOPE_MODEL_SCALAROPS_H

#include "sectorscope/LaneExpr.h"

#include <cstdint>
#include <optional>

namespace sectorscope {

/// The low `width` bits set; width 1..64.
constexpr std::uint64_t lowMask(unsigned width) { return width >= 64 ? ~0ULL : (1ULL << width) - 1; }

/// `value` read as a signed number of `width` bits. signExtend(0xff, 8) == -1.
constexpr std::int64_t signExtend(std::uint64_t value, unsigned width) {
  if (width >= 64)
    return static_cast<std::int64_t>(value);
  const std::uint64_t sign = 1ULL << (width - 1);
  return static_cast<std::int64_t>(((value & lowMask(width)) ^ sign) - sign);
}

/// a + b modulo 2^64.
constexpr std::int64_t wrappingSum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// Rounds towards minus infinity.
constexpr __int128 floorDiv(__int128 a, __int128 b) {
  if (const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b); x == a && y == b && y > 0)
    return x / y - (x % y < 0); // by far the most, and one instruction
  const __int128 q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
constexpr __int128 ceilDiv(__int128 a, __int128 b) { return -floorDiv(-a, b); }

/// Number of operands of an operator: 0 for leaves, else 1 to 3.
unsigned operandCount(Op op);

/// True for Eq, Ne, Ult, Ule, Slt, Sle.
bool isComparison(Op op);

/// Value of `op` on operands that are zero-extended from their widths; the result is zero-extended from `width`.
/// `operandWidth` is the width of operand a. Empty where the instruction has no defined result (division by zero,
/// oversized shift), for leaves, for loop operators and for shuffles.
/// Worked example: evalScalar(Op::Add, 8, 8, 250, 10) == 4.
std::optional<std::uint64_t> evalScalar(Op op, unsigned width, unsigned operandWidth, std::uint64_t a,
                                        std::uint64_t b = 0, std::uint64_t c = 0);

/// `op` on 32 lanes: evalScalar on each, with results sign-extended from `width`. Operands are read modulo their width;
/// `b` and `c` are null where the operator has fewer. A lane without a defined result gets zero.
void evalLanes(Op op, unsigned width, unsigned operandWidth, const std::int64_t *a, const std::int64_t *b,
               unsigned widthB, const std::int64_t *c, unsigned widthC, std::int64_t *out);

} // namespace sectorscope

#endif
