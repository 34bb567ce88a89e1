// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs programs, as often as their counters need.

#include "RunEvidence.h"

#include "Device.h"
#include "LaunchesSeen.h"
#include "Metrics.h"
#include "Process.h"
#include "Today.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace sectorscope::check {

namespace fs = std::filesystem;

namespace {

std::string rootOf(const EvidenceOptions &options) {
  return options.root.empty() ? fs::current_path().string() : options.root;
}

/// Counters that the hardware counts in one pass, by the record's names. What flushed caches give is right in the first
/// pass alone, so that each group is a run of its own.
const std::vector<std::vector<std::string>> &groups() {
  static const std::vector<std::vector<std::string>> all = {
      {"dram_sectors_read", "dram_sectors_written", "l2_fill_sectors", "nanoseconds"},
      {"l1_load_requests", "l1_load_sectors", "l1_store_requests", "l1_store_sectors"},
      {"l1_reduction_requests", "l1_reduction_sectors", "l1_atomic_requests", "l1_atomic_sectors"},
      {"l2_sectors", "l2_read_sectors", "l2_write_sectors", "l2_reduction_sectors", "l2_atomic_sectors"},
      {"l2_hit_sectors", "l2_miss_sectors"},
      {"l2_slice_sectors_max", "l2_slice_sectors_avg"},
      {"l1_local_load_sectors", "l1_local_store_sectors", "shared_load_wavefronts", "shared_store_wavefronts",
       "instructions"},
  };
  return all;
}

/// The same, for a run that is to be explained.
const std::vector<std::vector<std::string>> &operationGroups() {
  static const std::vector<std::vector<std::string>> all = {
      {"warp_cycles", "cycles"},
      {"single_adds", "single_multiplies", "single_fmas"},
      {"double_adds", "double_multiplies", "double_fmas"},
  };
  return all;
}

/// One more run of the program, for one group.
void countGroup(Shard &shard, const std::vector<std::string> &group, const EvidenceOptions &options) {
  const TemporaryDirectory own;
  const Counting counting{.launchMetrics = metricsOf(group, shard.devices.at(shard.launches.front().device).arch),
                          .flushesCaches = options.flushesCaches,
                          .isSilent = true};
  Shard whole;
  try {
    whole = runInjected(options.injection, counting, own.path());
  } catch (const std::runtime_error &error) { // a part may lack a counter; the instructions are counted
    shard.notes.emplace_back(error.what());
    return;
  }
  if (const std::size_t missing = addCounters(shard, whole))
    shard.notes.push_back(fmt::format("{} launches were not made again in another run: they lack {} and the like",
                                      missing, group.front()));
}

std::string programOf(const EvidenceOptions &options) {
  return fs::path(options.injection.command.at(0)).filename().string();
}

} // namespace

std::size_t addCounters(Shard &shard, const Shard &whole) {
  std::size_t missing = 0;
  for (SeenLaunch &launch : shard.launches) {
    if (!launch.isCounted)
      continue;
    const SeenLaunch *same = launchAt(whole, launch.order, launch.mangled, launch.grid, launch.block);
    if (same && same->isCounted)
      launch.counters.insert(same->counters.begin(), same->counters.end());
    else
      ++missing;
  }
  return missing;
}

Evidence gatherByInjection(const EvidenceOptions &options) {
  const TemporaryDirectory scratch;
  Shard shard = runInjected(options.injection, {.instructionMetrics = sassMetrics()}, scratch.path());
  const CodeOfModules code = disassemble(shard, options.injection, scratch.path());
  if (options.countsWholeLaunches)
    for (const std::vector<std::string> &group : groups())
      countGroup(shard, group, options);
  if (options.countsOperations)
    for (const std::vector<std::string> &group : operationGroups())
      countGroup(shard, group, options);
  Evidence evidence{.record = recordOf(shard, code, rootOf(options)), .launches = {}, .notes = shard.notes};
  Record &record = evidence.record;
  record.program = programOf(options);
  record.driver = driverVersion(options.nvidiaSmi, scratch.path());
  record.profiler = "CUPTI (injected)";
  record.clocks = "not controlled";
  record.caches = !options.countsWholeLaunches ? "whole launches not counted"
                  : options.flushesCaches      ? "flushed before each launch"
                                               : "left as the program leaves them";
  record.frames = "nvdisasm";
  record.date = today();
  for (const SeenLaunch &launch : shard.launches)
    if (!launch.failure.empty())
      evidence.notes.push_back(fmt::format("{} failed ({}): it is not compared, nor is what came after it",
                                           demangle(launch.mangled), launch.failure));
  const auto uncounted = std::ranges::count_if(
      shard.launches, [](const SeenLaunch &launch) { return !launch.isCounted && launch.failure.empty(); });
  if (uncounted)
    evidence.notes.push_back(fmt::format("{} of {} launches were not counted: they are like one that is, or beyond the "
                                         "{} that are counted of a kernel (--launches-per-kernel)",
                                         uncounted, shard.launches.size(), options.injection.mostLaunches));
  std::erase_if(shard.launches, [](const SeenLaunch &launch) { return !launch.isCounted; });
  evidence.launches = launchesToJson(shard, record.program, record.driver);
  return evidence;
}

void keepDistinct(Record &record, const Shard &run) {
  std::size_t total = 0;
  for (const KernelRecord &kernel : record.kernels)
    total += kernel.launches.size();
  bool isSame = total == run.launches.size();
  for (const KernelRecord &kernel : record.kernels)
    for (const Launch &launch : kernel.launches)
      isSame = isSame && launchAt(run, launch.order, kernel.mangled, launch.grid, launch.block);
  if (!isSame)
    throw std::runtime_error(fmt::format("two runs of the program did not launch the same ({} launches, {} under the "
                                         "profiler): confirm without --with=ncu",
                                         run.launches.size(), total));
  std::vector<bool> isFirst(run.launches.size());
  for (const DistinctLaunch &distinct : distinctLaunches(run))
    isFirst[static_cast<std::size_t>(distinct.first - run.launches.data())] = true;
  for (KernelRecord &kernel : record.kernels) {
    std::erase_if(kernel.launches, [&](const Launch &launch) { return !isFirst[launch.order]; });
    for (Launch &launch : kernel.launches)
      launch.order = run.launches[launch.order].order; // among all of the program
  }
}

Evidence gatherByNcu(const EvidenceOptions &options, const RecordOptions &recordOptions) {
  Evidence evidence{.record = recordProgram(recordOptions), .launches = {}, .notes = {}};
  const TemporaryDirectory scratch;
  Shard run = runInjected(options.injection, {.isSilent = true}, scratch.path());
  const std::regex wanted(options.injection.kernelRegex); // an empty one is found in every name
  std::erase_if(run.launches, [&](const SeenLaunch &launch) {
    return !std::regex_search(baseName(demangle(launch.mangled)), wanted);
  });
  keepDistinct(evidence.record, run);
  evidence.launches = launchesToJson(run, evidence.record.program, evidence.record.driver);
  evidence.notes = run.notes;
  return evidence;
}

} // namespace sectorscope::check
