// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Meets planned twins with what was timed.

#include "TwinRun.h"

#include "Process.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::check {

namespace {

Twin withTimes(Twin planned, const SeenTwins &times) {
  planned.refusal = times.refusal;
  const std::size_t count = std::min(times.coldNanoseconds.size(), times.inL2Nanoseconds.size());
  if (count != planned.pitches.size()) { // none was launched
    planned.pitches.clear();
    return planned;
  }
  for (std::size_t i = 0; i != count; ++i) {
    planned.pitches[i].coldNanoseconds = times.coldNanoseconds[i];
    planned.pitches[i].inL2Nanoseconds = times.inL2Nanoseconds[i];
  }
  return planned;
}

} // namespace

std::size_t keepTwins(Record &record, const TwinPlan &plan, const Shard &run) {
  std::size_t kept = 0;
  for (const PlannedTwin &planned : plan.twins)
    for (KernelRecord &kernel : record.kernels)
      for (Launch &launch : kernel.launches) {
        if (launch.order != planned.order)
          continue;
        const SeenLaunch *seen = launchAt(run, launch.order, kernel.mangled, launch.grid, launch.block);
        if (!seen || !seen->twins)
          continue;
        launch.twin = withTimes(planned.twin, *seen->twins);
        ++kept;
      }
  return plan.twins.size() - kept; // orders are unique
}

void addTwins(Evidence &evidence, const std::string &json, const std::string &file, const InjectionOptions &options) {
  const TwinPlan plan = planTwins(json, file, evidence.launches);
  evidence.notes.insert(evidence.notes.end(), plan.notes.begin(), plan.notes.end());
  if (plan.twins.empty())
    return;
  try {
    const TemporaryDirectory scratch;
    const Shard run = runInjected(options, {.twins = toRequest(plan), .isSilent = true}, scratch.path());
    if (const std::size_t missing = keepTwins(evidence.record, plan, run))
      evidence.notes.push_back(
          fmt::format("{} launches were not made again in another run: they have no padded twin", missing));
  } catch (const std::runtime_error &error) {
    evidence.notes.push_back(fmt::format("no padded twins: {}", error.what()));
  }
}

} // namespace sectorscope::check
