// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the assembler makes of an atomic operation, whether IR or inline PTX asks for it.

#ifndef SECTORSCOPE_IR_ATOMICS_H
#define SECTORSCOPE_IR_ATOMICS_H

#include "sectorscope/AccessSite.h"

#include <cstdint>
#include <optional>

namespace sectorscope {

/// One atomic operation.
///
/// Worked example: atomicAdd(&count, 1) without a use of the result is {Sum, 32, false, 1}: on shared memory Counted,
/// and done once per warp where the lanes share the address.
struct AtomicOperation {
  enum class Kind : std::uint8_t {
    Sum,
    Combination, ///< and, or, xor, minimum, maximum
    Counter,     ///< inc, dec
    Exchange,
    CompareAndSwap,
    Other, ///< nand, anything on floating-point numbers or packed halves
  };
  Kind kind = Kind::Other;
  unsigned bits = 0;
  bool hasResult = true;                   ///< that somebody reads
  std::optional<std::uint64_t> constant{}; ///< the operand, where it is one
};

/// On shared memory (seen in sm_90 machine code of ptxas 13.0, and measured).
AtomicForm formOf(const AtomicOperation &operation);

/// Where the lanes of a warp share the address (the same).
WarpReduction reductionOf(const AtomicOperation &operation);

} // namespace sectorscope

#endif
