// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names the steps between the levels.

#include "Differences.h"

#include "Metrics.h"

#include <algorithm>
#include <cmath>

namespace sectorscope::check {

namespace {

/// Of the larger side, and in bytes: what counters of whole launches scatter, and the background of a device.
constexpr double share = 0.02, background = 256 * 1024;

class Steps {
public:
  std::vector<ByteDifference> all;

  void add(bool isWrite, const char *between, double from, double to, const char *more, const char *fewer) {
    const double bytes = to - from;
    if (std::abs(bytes) > std::max(share * std::max(from, to), background))
      all.push_back({isWrite, between, bytes, bytes > 0 ? more : fewer});
  }
};

} // namespace

std::vector<ByteDifference> differencesOf(const LaunchBytes &bytes, double fills,
                                          const std::optional<PredictedTotals> &predicted) {
  Steps steps;
  const DirectionBytes &read = bytes.read, &written = bytes.written;
  steps.add(false, "asked and L1", read.asked, read.demanded, "sector granularity", "lanes share sectors");
  steps.add(false, "L1 and L2", read.demanded, read.l2, "unknown", "served by L1");
  steps.add(false, "L2 and DRAM", 0, fills, "write allocation", "");
  steps.add(false, "L2 and DRAM", read.l2, read.dram - fills,
            read.l2 > 0 ? "sector granularity (DRAM gives more than a sector)" : "unknown", "served by L2");
  steps.add(true, "asked and L1", written.asked, written.demanded, "sector granularity", "lanes share sectors");
  steps.add(true, "L1 and L2", written.demanded, written.l2, "unknown", "joined on the way");
  steps.add(true, "L2 and DRAM", written.l2, written.dram, "written before by another launch, or unknown",
            "joined in L2, or still there at the end");
  if (predicted && predicted->dramReadOnce)
    steps.add(false, "predicted (each sector once) and DRAM", *predicted->dramReadOnce * sectorBytes, read.dram,
              "refetch after eviction", "in L2 before the launch");
  if (predicted && predicted->dramRead)
    steps.add(false, "predicted (with this L2) and DRAM", *predicted->dramRead * sectorBytes, read.dram, "unknown",
              "in L2 before the launch, or unknown");
  if (predicted && predicted->dramWritten)
    steps.add(true, "predicted (with this L2) and DRAM", *predicted->dramWritten * sectorBytes, written.dram,
              "written before by another launch, or unknown", "still in L2 at the end, or unknown");
  return steps.all;
}

} // namespace sectorscope::check
