// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Puts runs with different numbers of blocks together, and reads the shape of the curve.

#include "Sweep.h"

#include "LaunchesSeen.h"
#include "MachineCode.h"
#include "Median.h"
#include "Metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::check {

namespace {

/// Less is scatter of times.
constexpr double faster = 0.05;
/// That fewer sectors hit by so much is a working set that has outgrown L2.
constexpr double drop = 0.1;

double medianSeconds(const Shard &shard, const SeenLaunch &like) {
  std::vector<double> seconds;
  for (const SeenLaunch &one : shard.launches)
    if (one.ran && isAlike(one, like))
      seconds.push_back(static_cast<double>(one.ran->end - one.ran->begin) * 1e-9);
  if (const auto median = medianOf(std::move(seconds)))
    return *median;
  throw std::runtime_error("no launch was timed: launches of graphs are not");
}

const SeenLaunch &sameIn(const Shard &shard, const SeenLaunch &launch) {
  const SeenLaunch *same = launchAt(shard, launch.order, launch.mangled, launch.grid, launch.block);
  if (!same)
    throw std::runtime_error("the program did not launch the same when it was run again: make it do the same work in "
                             "every run");
  return *same;
}

double counterOf(const SeenLaunch &launch, const char *counter, const std::string &arch) {
  const auto found = launch.counters.find(metricOf(counter, arch));
  return found == launch.counters.end() ? 0 : found->second;
}

SweepPoint pointOf(const SweepRuns &run, const SeenLaunch &first) {
  const SeenLaunch &timed = sameIn(run.times, first), &hits = sameIn(run.hits, first), &dram = sameIn(run.dram, first);
  if (timed.ran && timed.ran->dynamicSharedBytes != timed.sharedBytes)
    throw std::runtime_error("this driver does not take the shared memory that a launch is given here: no sweep");
  const std::string &arch = run.times.devices.at(timed.device).arch;
  const double hit = counterOf(hits, "l2_hit_sectors", arch), miss = counterOf(hits, "l2_miss_sectors", arch);
  return {.residentBlocks = timed.residentBlocks,
          .dynamicSharedBytes = timed.sharedBytes,
          .seconds = medianSeconds(run.times, timed),
          .dramBytes = sectorBytes *
                       (counterOf(dram, "dram_sectors_read", arch) + counterOf(dram, "dram_sectors_written", arch)),
          .l2HitShare = hit + miss > 0 ? hit / (hit + miss) : 0};
}

} // namespace

SweepVerdict judge(const SweptLaunch &launch) {
  const std::vector<SweepPoint> &points = launch.points;
  if (points.size() < 2)
    return {};
  for (std::size_t i = 1; i != points.size(); ++i)
    if (points[i].l2HitShare < points[i - 1].l2HitShare - drop)
      return {SweepShape::Capacity, points[i - 1].residentBlocks};
  const double last = points.back().seconds;
  if (points[points.size() - 2].seconds > (1 + faster) * last)
    return {SweepShape::Rising, points.back().residentBlocks};
  const auto plateau =
      std::ranges::find_if(points, [&](const SweepPoint &point) { return point.seconds <= (1 + faster) * last; });
  return {SweepShape::Plateau, plateau->residentBlocks};
}

std::vector<SweptLaunch> sweptLaunches(const std::vector<SweepRuns> &runs) {
  std::vector<SweptLaunch> launches;
  if (runs.empty())
    return launches;
  for (const DistinctLaunch &distinct : distinctLaunches(runs.front().times)) {
    const SeenLaunch &first = *distinct.first;
    SweptLaunch launch{
        .kernel = demangle(first.mangled), .order = first.order, .grid = first.grid, .block = first.block};
    for (const SweepRuns &run : runs) {
      const SweepPoint point = pointOf(run, first);
      // As many as fit may be as many as were allowed.
      if (std::ranges::find(launch.points, point.residentBlocks, &SweepPoint::residentBlocks) == launch.points.end())
        launch.points.push_back(point);
    }
    std::ranges::sort(launch.points, {}, &SweepPoint::residentBlocks);
    launches.push_back(std::move(launch));
  }
  return launches;
}

} // namespace sectorscope::check
