// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Times first, on a device that no profiler has touched.

#include "MeasureRun.h"

#include "Process.h"

namespace sectorscope::check {

Run measureRun(const EvidenceOptions &options) {
  const TemporaryDirectory scratch;
  const Shard times = runInjected(options.injection, {.takesTimes = true}, scratch.path());
  Evidence evidence = gatherByInjection(options);
  Run run{.device = times.devices.at(times.launches.front().device),
          .timed = timesFrom(times, evidence.record),
          .clocks = clocksFrom(times),
          .record = std::move(evidence.record),
          .launches = std::move(evidence.launches),
          .notes = std::move(evidence.notes)};
  if (run.clocks.empty())
    run.notes.emplace_back("the driver's management library did not tell the clocks");
  return run;
}

} // namespace sectorscope::check
