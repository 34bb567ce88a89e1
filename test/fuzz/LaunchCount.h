// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a launch touches in global memory, counted from the requests that the CPU witness saw. Shares no code with the
/// analyser.

#ifndef SECTORSCOPE_TEST_FUZZ_LAUNCHCOUNT_H
#define SECTORSCOPE_TEST_FUZZ_LAUNCHCOUNT_H

#include "Oracle.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace sectorscope::fuzz {

/// Bytes of 32-byte sectors that are touched, one bit each, by the number of the sector.
using SectorBytes = std::unordered_map<std::uint64_t, std::uint32_t>;

/// Adds those of one request. Worked example: one lane, 8 bytes at address 28: sector 0 gets 0xf0000000, sector 1 0xf.
void addBytes(const oracle::Request &request, SectorBytes &bytes);

/// Smallest, sum and largest of a count, and how many there were.
struct Counted {
  std::uint64_t min = 0, sum = 0, max = 0, number = 0;
  void add(std::uint64_t value);
};

/// One direction; atomics are writes.
struct DirectionCount {
  std::uint64_t sectors = 0, idealSectors = 0, usefulBytes = 0, lines = 0; ///< summed over the requests
  SectorBytes bytes;                                                       ///< touched by any request
};

/// The requests of one store against what all stores and atomics of the launch wrote.
struct StoreCount {
  Counted bytesPerSector; ///< one entry for each sector of each request
  Counted partialSectors; ///< one for each request
};

struct LaunchCount {
  std::uint64_t requests = 0;
  DirectionCount read, written;
  std::map<const llvm::Instruction *, StoreCount> stores;
  /// DRAM sectors that loads fetch, in granules of 64 bytes.
  std::uint64_t demanded = 0;
  /// DRAM sectors read beside: one for each sector that is written in part and that no load fetches; for those that
  /// atomics add to, one where another sector of the granule is written, else as many as a cold atomic costs.
  double fills = 0;
};

/// Of a launch whose requests were kept. `sectorsPerColdAtomic`: of the part.
LaunchCount countLaunch(const oracle::Result &launch, double sectorsPerColdAtomic);

} // namespace sectorscope::fuzz

#endif
