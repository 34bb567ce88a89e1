// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Goes through the requests of a launch one by one.

#ifndef SECTORSCOPE_MODEL_LAUNCHWALK_H
#define SECTORSCOPE_MODEL_LAUNCHWALK_H

#include "model/WarpTape.h"
#include "sectorscope/AccessSite.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sectorscope {

/// One request: addresses as WarpTape gives them.
struct WalkedRequest {
  std::uint32_t mask = 0; ///< lanes whose bytes move; never 0
  const LaneAddresses *addresses = nullptr;
  const std::vector<std::int64_t> *iterations = nullptr; ///< of its loops, outermost first
  unsigned warp = 0;                                     ///< of the block
};

/// Iterations that are left out since they touch nothing but what the first one does.
enum class Skipped : std::uint8_t {
  None,
  Even, ///< of loops that all lanes run through equally often: shares and means over the requests stay
  All,  ///< the requests stand for the bytes alone
};

/// One access of a kernel under a launch of which everything is known that the access hangs on.
///
/// Lanes of a warp run through a loop together: those that leave early are missing in the later requests.
///
/// Worked example: `for (j = 0; j < 4; ++j) a[256 * j + threadIdx.x] = 0` in a block of 64 threads: eight requests.
class LaunchWalk {
public:
  /// `tape` speaks of the graph of `loops` and of the site.
  LaunchWalk(WarpTape &tape, const ExprGraph &graph, const std::vector<LoopSite> &loops, const AccessSite &site,
             const Dim3 &block);

  /// Why it cannot be gone through; empty if it can.
  const std::string &obstacle() const { return whyNot; }

  /// Address or lanes hang on the block's index along this axis.
  bool hangsOnBlock(unsigned axis) const { return dependence & (kOnBlock << axis); }

  unsigned warpsPerBlock() const { return warps; }

  /// None at first. Otherwise the number of requests is too small.
  void skipRepetitions(Skipped which) { skipped = which; }
  /// Leave out what comes after so many iterations of the innermost loop, and of each loop around it.
  void setMostIterations(std::int64_t innermost, std::int64_t around) {
    mostInnermost = innermost;
    mostAround = around;
  }

  /// Visits the requests of one block, warp by warp, iterations in order. Takes one from `budget` for each warp and
  /// iteration; false, and incomplete, once that is spent or a loop could not be followed.
  using Visitor = std::function<void(const WalkedRequest &)>;
  bool visit(const Dim3 &block, std::size_t &budget, const Visitor &visitor);

private:
  bool visitLoop(std::size_t depth, std::uint32_t alive, std::size_t &budget, const Visitor &visitor);

  WarpTape *tape;
  const std::vector<LoopSite> *loops;
  const AccessSite *site;
  unsigned warps;
  unsigned atWarp = 0;
  std::string whyNot;
  Dependence dependence = 0;
  std::vector<Skipped> repeats; ///< by depth of the loop: from what on its later iterations are left out; None: never
  Skipped skipped = Skipped::None;
  std::int64_t mostInnermost = INT64_MAX, mostAround = INT64_MAX;
  std::vector<std::int64_t> iterations; ///< of its loops, at the moment
};

/// Visits the blocks of a grid in their order for as long as the visitor says so; whether it did to the end.
template <typename Visitor> bool forBlocks(const Dim3 &grid, Visitor &&visitor) {
  for (unsigned z = 0; z < grid[2]; ++z)
    for (unsigned y = 0; y < grid[1]; ++y)
      for (unsigned x = 0; x < grid[0]; ++x)
        if (!visitor(Dim3{x, y, z}))
          return false;
  return true;
}

} // namespace sectorscope

#endif
