// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// One block that is looked at where going through a whole launch would take too long.

#ifndef SECTORSCOPE_MODEL_SAMPLEBLOCK_H
#define SECTORSCOPE_MODEL_SAMPLEBLOCK_H

#include "model/LaunchWalk.h"
#include "sectorscope/TargetModel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sectorscope {

/// What the requests of one access move in the block, in the measure of its space: sectors, or wavefronts.
struct BlockCount {
  std::uint64_t requests = 0;
  std::uint64_t moved = 0, ideal = 0;
  double perRequest() const { return static_cast<double>(moved) / static_cast<double>(requests); }
  double idealPerRequest() const { return static_cast<double>(ideal) / static_cast<double>(requests); }
};

/// A block from the middle of the grid. Where grid or scalar arguments are not known, large ones stand in. Of loops the
/// first iterations are taken, as many as a sector has bytes of the innermost and two of each around it.
///
/// Worked example: `a[n * threadIdx.x]` with 4-byte words in a block of 64 threads, n not known: taken as 4096. Two
/// requests, 64 sectors, ideal 8.
class SampleBlock {
public:
  /// Refers to graph, loops and target for as long as it lives.
  SampleBlock(const ExprGraph &graph, const std::vector<LoopSite> &loops, const LaunchShape &launch,
              const TargetModel &target);

  bool isStandIn() const { return standsIn; } ///< grid or arguments were not known
  const Dim3 &block() const { return *shape.block; }
  const Dim3 &grid() const { return *shape.grid; }
  const Dim3 &index() const { return middle; }

  LaunchWalk walkOf(const AccessSite &site);
  /// The requests of that block, for as long as the effort for one access and for all of them allows; else false.
  bool visit(LaunchWalk &walk, const Dim3 &block, const LaunchWalk::Visitor &visitor);
  /// Of the block in the middle; empty where the access cannot be followed. No requests where it is not executed.
  std::optional<BlockCount> count(const AccessSite &site);

private:
  static LaunchShape standInFor(const ExprGraph &graph, LaunchShape shape, bool &standsIn);

  const ExprGraph &graph;
  const std::vector<LoopSite> &loops;
  const TargetModel &target;
  bool standsIn = false;
  LaunchShape shape;
  WarpTape tape;
  Dim3 middle{};
  std::size_t effort;
};

} // namespace sectorscope

#endif
