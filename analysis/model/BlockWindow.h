// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The lines that the blocks which run at a time ask for at the same moment.

#ifndef SECTORSCOPE_MODEL_BLOCKWINDOW_H
#define SECTORSCOPE_MODEL_BLOCKWINDOW_H

#include "model/SliceMap.h"
#include "model/WarpTape.h"
#include "sectorscope/AccessSite.h"
#include "sectorscope/Camping.h"
#include "sectorscope/LaunchShape.h"
#include "sectorscope/TargetModel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// Empty where block or part are not known.
///
/// Worked example: 1000 blocks of 256 threads on 80 multiprocessors of 2048 threads: from 80 to 640.
std::optional<BlocksInFlight> blocksInFlight(const LaunchShape &launch, const TargetModel &target);

/// A change of the array, of the loop or of the work of the blocks, that is tried on a window.
struct Construction {
  std::uint64_t rowBytes = 0, padBytes = 0; ///< every row of so many bytes gets so many more
  std::uint64_t offsetBytes = 0; ///< the data of each block begins so many bytes later than that of the one before
  std::optional<unsigned> rotatedLoop; ///< block b begins this loop at iteration b modulo `iterations`
  std::uint64_t iterations = 0;
  enum class Order : std::uint8_t { AsIs, Diagonal, ColumnsFirst } order = Order::AsIs; ///< of two-dimensional blocks
};

/// The part of the work that block `index` takes: with b its number in the plane, ColumnsFirst takes row b % gridDim.y
/// and column b / gridDim.y, Diagonal the column that is as much further right as the row is down.
Dim3 reassigned(const Dim3 &index, const Dim3 &grid, Construction::Order order);

/// The first requests of one access by the blocks that run first, in order, x fastest, all in step.
///
/// Worked example: `in[blockIdx.x * 1024 + threadIdx.x]`, 4-byte words, blocks of 64 threads, three of them: lines at
/// 0, 128, 4096, 4224, 8192 and 8320 bytes, each asked for once.
class BlockWindow {
public:
  /// Refers to all for as long as it lives. Block and grid are known.
  BlockWindow(const ExprGraph &graph, const std::vector<LoopSite> &loops, const LaunchShape &launch,
              const TargetModel &target)
      : loops(loops), launch(launch), target(target), tape(graph, launch) {}

  /// Why the address is not known; empty if it is.
  std::string obstacle(const AccessSite &site) const { return tape.obstacle(site.address); }
  Dependence dependenceOf(const AccessSite &site) const { return tape.dependenceOf(site.address); }

  /// Of `blocks` blocks; of each block as many first warps as `effort` warps allow in all, at least one. Lanes whose
  /// guard is not known count as active.
  WeightedLines lines(const AccessSite &site, std::uint64_t blocks, std::size_t effort,
                      const Construction &change = {});

private:
  std::uint32_t activeLanes(const AccessSite &site);
  std::uint64_t moved(std::int64_t address, std::uint64_t block, const Construction &change) const;

  const std::vector<LoopSite> &loops;
  const LaunchShape &launch;
  const TargetModel &target;
  WarpTape tape;
};

} // namespace sectorscope

#endif
