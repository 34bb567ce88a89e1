// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lane expressions of one warp of which everything is known: plain numbers, lane by lane.
///
/// WarpEvaluator answers for many warps at once and keeps unknowns; this one answers for a single warp, and fast, since
/// a launch has a million of them. What does not hang on what has changed since is not computed again.

#ifndef SECTORSCOPE_MODEL_WARPTAPE_H
#define SECTORSCOPE_MODEL_WARPTAPE_H

#include "model/RequestCount.h"
#include "sectorscope/LaneExpr.h"
#include "sectorscope/LaunchShape.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sectorscope {

/// Warps of a block; the last one may have idle lanes.
constexpr unsigned warpsOf(const Dim3 &block) { return static_cast<unsigned>((countOf(block) + kLanes - 1) / kLanes); }

/// Objects that pointers of the launch point to lie this far apart, as a power of two, each from the middle of its span
/// on.
inline constexpr unsigned kObjectBits = 44;

/// The object that an address of a WarpTape lies in: pointer parameters by their index in the graph, then module-level
/// variables.
constexpr std::uint64_t objectOf(std::int64_t address) { return static_cast<std::uint64_t>(address) >> kObjectBits; }

/// Where an object begins, but for what a run was seen to pass.
constexpr std::int64_t startOfObject(std::uint64_t object) {
  return static_cast<std::int64_t>((object << kObjectBits) + (std::uint64_t{1} << (kObjectBits - 1)));
}

/// Which parts of a launch an expression hangs on, as bits.
using Dependence = std::uint64_t;
inline constexpr Dependence kOnBlock = 1;            ///< kOnBlock << axis
inline constexpr Dependence kOnWarp = 8;             ///< thread, lane or warp number
inline constexpr std::uint64_t kLoopsToldApart = 59; ///< those beyond share a bit
constexpr Dependence onCounter(std::uint64_t loop) {
  return Dependence{16} << (loop < kLoopsToldApart ? loop : kLoopsToldApart);
}

/// The expressions of one kernel under one launch, of which block, grid and all scalar arguments that matter are known.
///
/// Worked example: `in + 4 * (256 * ctaid.x + tid.x)` with setBlock({2, 0, 0}) and setWarp(1): lane l holds
/// in + 4 * (512 + 32 + l).
class WarpTape {
public:
  WarpTape(const ExprGraph &graph, const LaunchShape &launch);
  WarpTape(const WarpTape &) = delete;
  WarpTape &operator=(const WarpTape &) = delete;

  /// Why the expression has no value: an argument that is not known, contents of memory. Empty if it has one.
  std::string obstacle(ExprId id) const;
  Dependence dependenceOf(ExprId id) const { return plan->dependence[id.index]; }

  void setBlock(const Dim3 &index);
  void setWarp(unsigned number); ///< of the block
  void setCounter(std::uint64_t loop, std::int64_t iteration);

  /// Lanes of the warp that exist.
  std::uint32_t live() const { return liveLanes; }
  /// Values by lane, sign-extended from the width of the node; those of lanes that do not exist mean nothing. The
  /// reference holds for as long as the tape does, the values until the next call of a setter.
  const LaneAddresses &eval(ExprId id);
  /// Of a predicate: the lanes in which it holds.
  std::uint32_t maskOf(ExprId id);

  /// A loop was too long to be stepped through: what was evaluated since means nothing.
  bool failed() const { return hasFailed; }

private:
  /// What holds for every warp.
  struct Plan {
    const ExprGraph &graph;
    LaunchShape launch;
    std::vector<Dependence> dependence;              ///< by node
    std::vector<std::uint32_t> obstacles;            ///< by node: the leaf that has no value, 0 if there is none
    std::vector<std::vector<std::uint64_t>> members; ///< by recurrence: those that step together with it
  };
  /// How far a loop-carried variable, or a predicate over iterations, was followed for the warp at hand.
  struct Followed {
    Dependence dependence = 0; ///< what makes it void
    bool isValid = false;
    std::int64_t iteration = 0;
    std::map<std::uint64_t, LaneAddresses> states; ///< of the recurrence and its members
    std::uint32_t held = 0;                        ///< lanes in which the predicate held so far
  };

  explicit WarpTape(std::shared_ptr<const Plan> plan);
  static std::shared_ptr<const Plan> planFor(const ExprGraph &graph, const LaunchShape &launch);

  void changed(Dependence what);
  void compute(const Expr &e, LaneAddresses &out);
  void computeRecurrence(const Expr &e, LaneAddresses &out);
  void computeAllBefore(const Expr &e, LaneAddresses &out);
  /// A tape for the iteration of a loop that is not the one at hand.
  WarpTape &at(std::uint64_t loop, std::int64_t iteration);

  std::shared_ptr<const Plan> plan;
  Dim3 block{};
  unsigned warp = 0;
  std::uint32_t liveLanes = 0;
  std::array<LaneAddresses, 3> thread{};
  std::map<std::uint64_t, std::int64_t> counters;
  std::map<std::uint64_t, LaneAddresses> bound; ///< what RecurVar leaves stand for, within a step
  std::deque<LaneAddresses> values;
  std::vector<LaneAddresses *> valueOf;                 ///< by node; null before the first evaluation
  std::vector<std::uint8_t> isValid;                    ///< by node
  std::array<std::vector<std::uint32_t>, 64> evaluated; ///< by bit of their dependence
  std::map<std::uint32_t, Followed> followed;           ///< by node
  std::unique_ptr<WarpTape> inner;
  bool hasFailed = false;
};

} // namespace sectorscope

#endif
