// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Neighbours: what the other accesses of a kernel do with the sectors that one of them touches.

#ifndef SECTORSCOPE_NEIGHBOURS_H
#define SECTORSCOPE_NEIGHBOURS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope {

/// Neighbours::obstacle of an access that nothing in the block reaches: it does not get in the way of the others.
inline constexpr const char *kNotExecuted = "not executed in the block that was looked at";

/// One access to global memory within one block from the middle of the grid. Of loops the first iterations are taken,
/// as many as a sector has bytes of the innermost and two of each around it, since what comes back later is not "at
/// once".
///
/// Worked example: `x = p[i].x; z = p[i].z` with 16-byte records, a block of 256 threads. Each access: 8 requests,
/// 128 sectors, 128 distinct ones, ownBytes 8 (two records to a sector), allBytes 16; each is the other's sibling.
struct Neighbours {
  std::string obstacle;   ///< why nothing is known; the rest means nothing then
  bool isStandIn = false; ///< grid or arguments were not known and others were taken
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;         ///< moved by these requests
  std::uint64_t distinctSectors = 0; ///< among them
  double ownBytes = 0;               ///< of a distinct sector, that the access itself touches; a mean
  /// The same by all accesses of the block and the same direction (loads, or stores) that share loops with it: stand in
  /// the same loop, or in none at all.
  double allBytes = 0;
  double bytesAtOnce = 0;            ///< the same, in one iteration of these loops
  std::vector<std::size_t> siblings; ///< accesses of the launch that allBytes counts beside it and that share a sector
  /// Of a store: the share of its sectors that loads or atomics of the block fetch anyway, together with the rest of
  /// the granule in which the part fetches from DRAM.
  double readShare = 0;
  /// An outer loop comes back to other bytes of the same sectors, in iterations that are not looked at.
  bool comesBackLater = false;
};

} // namespace sectorscope

#endif
