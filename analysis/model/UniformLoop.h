// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops whose course is the same for every warp and known from the start: `for (s = blockDim.x / 2; s > 0; s >>= 1)`.

#ifndef SECTORSCOPE_MODEL_UNIFORMLOOP_H
#define SECTORSCOPE_MODEL_UNIFORMLOOP_H

#include "sectorscope/LaneExpr.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace sectorscope {

/// Steps through loops once for all cells of an access, in plain numbers.
///
/// Worked example: s starts at 128 and becomes s >> 1. valueAt(s, 3) == 16; holdsUntil(s > 0) == 8: the predicate holds
/// at the iterations 0 to 7.
class UniformLoops {
public:
  explicit UniformLoops(const ExprGraph &graph) : graph(graph) {}

  /// Value of a recurrence at an iteration, zero-extended. Empty where it hangs on more than constants and the number
  /// of the iteration, or lies further than can be stepped.
  std::optional<std::uint64_t> valueAt(std::uint64_t recurrence, std::uint64_t iteration);

  /// The first iteration of `loop` at which the predicate does not hold; the furthest one that is looked at where it
  /// always does. Empty as above.
  std::optional<std::uint64_t> holdsUntil(ExprId predicate, std::uint64_t loop);

  /// The recurrence itself and those of the same loop that its step speaks of, directly or not.
  const std::vector<std::uint64_t> &membersOf(std::uint64_t recurrence) { return seriesOf(recurrence).members; }

  /// What the steps of its members hang on, besides each other and the number of the iteration.
  struct Nature {
    bool lanes = false;                  ///< the thread
    bool elsewhere = false;              ///< the block, the number of an iteration, other loops
    bool arguments = false;              ///< scalars that nobody told us, and whatever else has one unknown value
    std::optional<std::uint64_t> memory; ///< index into ExprGraph::opaques of what is loaded or otherwise varies
  };
  const Nature &natureOf(std::uint64_t recurrence) { return seriesOf(recurrence).nature; }

  static constexpr std::uint64_t kFurthest = 1 << 16; ///< iterations

private:
  using State = std::map<std::uint64_t, std::uint64_t>; ///< recurrence -> value
  struct Moment {
    std::uint64_t loop, iteration;
    const State *state; ///< what RecurVar leaves stand for; null outside a step
    std::unordered_map<std::uint32_t, std::optional<std::uint64_t>> known;
  };
  struct Series {
    bool isKnown = true;
    std::vector<std::uint64_t> members; ///< recurrences that step together
    Nature nature;
    std::deque<State> states; ///< by iteration
  };

  Series &seriesOf(std::uint64_t recurrence);
  std::optional<std::uint64_t> eval(ExprId id, Moment &moment);
  std::optional<std::uint64_t> compute(const Expr &e, Moment &moment);

  const ExprGraph &graph;
  std::map<std::uint64_t, Series> series;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::optional<std::uint64_t>> ends;
};

} // namespace sectorscope

#endif
