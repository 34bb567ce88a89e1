// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the threads of a block read of one array together, and could read once.

#ifndef SECTORSCOPE_MODEL_SHAREDTILES_H
#define SECTORSCOPE_MODEL_SHAREDTILES_H

#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace sectorscope {

/// The loads of one array in one loop (or outside of loops), in a block from the middle of the grid.
struct SharedTile {
  std::size_t loads = 0; ///< instructions
  std::uint64_t sectors = 0, distinctSectors = 0;
  std::uint64_t bytes = 0; ///< of the tile
  bool inLoop = false;     ///< of its first iterations
};

/// The tiles of one launch that are worth keeping in shared memory.
///
/// Worked example: `sum += B[k * n + c]` in a naive matrix product, block 32x8: in 32 iterations 8 warps move 4 sectors
/// each, 1024 in all, of which 128 are different: a tile of 4096 bytes.
class SharedTiles {
public:
  /// Refers to all three for as long as it lives.
  SharedTiles(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target)
      : kernel(kernel), launch(launch), target(target) {}

  /// Of the array that the access loads from; only for the first of its loads, and for one loop.
  std::optional<SharedTile> of(const AccessReport &access);

private:
  using Group = std::vector<std::size_t>; ///< accesses, in their order
  void find();
  std::optional<SharedTile> tileOf(const Group &group) const;

  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  bool isRead = false;
  std::map<std::size_t, SharedTile> tiles; ///< by the first access
};

} // namespace sectorscope

#endif
