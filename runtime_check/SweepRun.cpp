// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// As many blocks as fit first: that tells which fewer there are.

#include "SweepRun.h"

#include "Metrics.h"
#include "Process.h"

#include <algorithm>

namespace sectorscope::check {

namespace {

SweepRuns runWith(const InjectionOptions &options, unsigned blocks, bool isFirst) {
  const auto run = [&](Counting counting) {
    const TemporaryDirectory own;
    counting.residentBlocks = blocks;
    return runInjected(options, counting, own.path());
  };
  SweepRuns runs{.blocks = blocks, .times = run({.takesTimes = true, .isSilent = !isFirst}), .hits = {}, .dram = {}};
  const auto counted = [&](const std::vector<std::string> &counters) {
    return run({.launchMetrics = metricsOf(counters, runs.times.devices.front().arch),
                .flushesCaches = false,
                .isSilent = true});
  };
  runs.hits = counted({"l2_hit_sectors", "l2_miss_sectors"});
  runs.dram = counted({"dram_sectors_read", "dram_sectors_written"});
  return runs;
}

} // namespace

std::vector<SweepRuns> runSweep(const InjectionOptions &options) {
  std::vector<SweepRuns> all{runWith(options, 0, true)};
  unsigned most = 0;
  for (const SeenLaunch &launch : all.front().times.launches)
    most = std::max(most, launch.residentBlocks);
  for (unsigned blocks = 1; blocks < most; blocks *= 2)
    all.push_back(runWith(options, blocks, false));
  return all;
}

} // namespace sectorscope::check
