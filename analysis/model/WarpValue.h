// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The value of a lane expression for one warp, with the uniform unknowns left standing.
///
/// A launch has many warps, blocks and iterations, and most of them behave alike. So a warp is evaluated for a whole
/// *cell* of them at once: each quantity that is the same for all lanes (a block index, a loop counter, a parameter)
/// is a symbol of which only a range and a congruence are known, and a value is
///
///     lanes[i] + sum over terms of coef * t(symbol)          where symbol = modulus * t + residue
///
/// read modulo 2^width. Worked example: `2 * (blockIdx.x * 256 + threadIdx.x)` has lanes 0, 2, 4 ... 62 and the terms
/// 512 * ctaid.x + 64 * warp. Where an operator needs to know more of a symbol (the remainder modulo 3, on which side
/// of `n` it lies), the evaluation stops and asks for the cell to be split; see Enumerate.h.

#ifndef SECTORSCOPE_MODEL_WARPVALUE_H
#define SECTORSCOPE_MODEL_WARPVALUE_H

#include "model/ScalarOps.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope {

inline constexpr unsigned kLanes = 32; ///< lanes of a warp; TargetModel::warpSize is checked against it
inline constexpr std::uint32_t kAllLanes = ~0U;

/// What a symbol stands for. The values of the first three run through their whole range in a launch, so their
/// cells can be counted; the others have one value that nobody told us.
enum class SymbolKind : std::uint8_t { Warp, Block, Counter, Given, Derived };

/// What is known of a symbol in one cell: value = modulus * t + residue, lo <= value <= hi. A soft end is one that
/// the type allows but no launch is believed to reach (a grid of 2^31 blocks): arithmetic that would wrap only
/// beyond it is assumed not to, and the assumption is listed.
struct SymbolState {
  std::int64_t lo = 0, hi = 0;
  bool softLo = false, softHi = false;
  std::uint64_t modulus = 1;
  std::int64_t residue = 0;
};

/// The values of a state are `modulus * t + residue`, for t from `first` to `last`.
struct Steps {
  __int128 first = 0, last = -1;
  __int128 count() const { return last - first + 1; } ///< below 1: there are none
};

inline Steps stepsOf(const SymbolState &state) {
  const auto modulus = static_cast<__int128>(state.modulus);
  return {ceilDiv(static_cast<__int128>(state.lo) - state.residue, modulus),
          floorDiv(static_cast<__int128>(state.hi) - state.residue, modulus)};
}

/// A request to divide a cell along one symbol.
struct Split {
  enum class Kind : std::uint8_t { AtValue, EachValue, Modulo } kind = Kind::AtValue;
  std::uint32_t symbol = 0;
  std::int64_t value = 0;    ///< AtValue: the second part starts here
  std::uint64_t modulus = 1; ///< Modulo: the new modulus, a multiple of the old one
};

/// Why something is not known, from mild to severe; the more severe one wins when two meet.
enum class Cause : std::uint8_t {
  None,
  Uniform, ///< same for all lanes of the warp: the warp executes it or does not
  Tail,    ///< a bounded number of warps of the launch at the end of the data
  RowTail, ///< a boundary in every row or block: how many warps it cuts is not known
  Param,   ///< hangs on a scalar that the launch passes in
  Data,    ///< hangs on the contents of memory
  Limit,   ///< the analysis does not follow it, or its budget is spent
};

/// One uniform summand.
struct Term {
  std::uint32_t symbol = 0;
  std::int64_t coef = 0;
};

/// Value of a node wider than one bit, or nothing but a cause. A value that takes another course where a bound is met
/// inside a warp, `min(i, n - 1)`, has that cause and the sum that holds away from the bound.
struct WarpValue {
  static constexpr unsigned kMaxTerms = 8;

  std::uint8_t width = 64;
  std::uint8_t promised = 0; ///< ExprFlags: the value read as unsigned / signed equals the sum as it stands
  Cause cause = Cause::None; ///< not None: nothing else is valid
  bool inside = false;       ///< cause RowTail: lanes and terms are what they are away from the bound
  std::uint16_t termCount = 0;
  std::uint32_t why = 0; ///< index of the reason
  std::array<std::int64_t, kLanes> lanes{};
  std::array<Term, kMaxTerms> terms{};

  bool known() const { return cause == Cause::None; }
  bool knownInside() const { return known() || inside; }
  /// The value away from the bound.
  WarpValue awayFromBound() const {
    WarpValue value = *this;
    value.cause = Cause::None;
    value.inside = false;
    return value;
  }
  bool sameInAllLanes() const {
    for (const std::int64_t lane : lanes)
      if (lane != lanes[0])
        return false;
    return true;
  }
  /// The same with the mark that it holds away from a bound only; `reason`: its index.
  WarpValue holdingInside(std::uint32_t reason) const {
    WarpValue value = *this;
    value.cause = Cause::RowTail;
    value.inside = true;
    value.why = reason;
    return value;
  }
  bool isConstant() const { return known() && termCount == 0 && sameInAllLanes(); }
};

/// Value of a one-bit node: lanes that are certainly true, lanes that may be, and why.
struct WarpPredicate {
  std::uint32_t yes = 0, maybe = 0;
  Cause cause = Cause::None;
  std::uint32_t why = 0;
  bool onlyBlocks = true; ///< Uniform: hangs on nothing that runs through a range but the block index
  /// The value away from the boundary: positive true, negative false, 0 either. 2 and -2 where few lanes can have the
  /// other one (`i != n`, `i == n`), 1 and -1 where the arguments are on that side (`i < n`).
  int lean = 0;
};

/// Either of the two, by the width of the node.
struct Value {
  WarpValue number;
  WarpPredicate predicate;
};

} // namespace sectorscope

#endif
