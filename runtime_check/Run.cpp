// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Times of launches that are alike.

#include "Run.h"

#include "LaunchesSeen.h"
#include "Median.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace sectorscope::check {

namespace {

/// Enough for every median; a program of a day would otherwise fill a disk.
constexpr std::size_t mostKept = 1024;

std::uint64_t firstBegin(const Shard &shard) {
  std::uint64_t first = UINT64_MAX;
  for (const SeenLaunch &launch : shard.launches)
    if (launch.ran)
      first = std::min(first, launch.ran->begin);
  return first;
}

void thin(TimedLaunch &timed) {
  const std::size_t step = (timed.nanoseconds.size() + mostKept - 1) / mostKept;
  if (step < 2)
    return;
  for (auto *list : {&timed.beginNanoseconds, &timed.nanoseconds}) {
    for (std::size_t i = 0; i * step < list->size(); ++i)
      (*list)[i] = (*list)[i * step];
    list->resize((list->size() + step - 1) / step);
  }
}

TimedLaunch timesLike(const SeenLaunch &like, const Shard &shard, std::uint64_t zero) {
  constexpr double nano = 1e-9;
  TimedLaunch timed{.order = like.order, .residentBlocks = like.residentBlocks};
  for (const SeenLaunch &launch : shard.launches) {
    if (!launch.ran || !isAlike(launch, like))
      continue;
    const RanLaunch &ran = *launch.ran;
    ++timed.times;
    timed.registers = ran.registers;
    timed.staticSharedBytes = ran.staticSharedBytes;
    timed.dynamicSharedBytes = ran.dynamicSharedBytes;
    timed.beginNanoseconds.push_back(ran.begin - zero);
    timed.nanoseconds.push_back(ran.end - ran.begin);
    timed.busySeconds += static_cast<double>(ran.end - ran.begin) * nano;
  }
  thin(timed);
  return timed;
}

} // namespace

double TimedLaunch::medianSeconds() const { return static_cast<double>(medianOf(nanoseconds).value_or(0)) * 1e-9; }

const TimedLaunch *Run::timesOf(unsigned order) const {
  const auto found = std::ranges::find(timed, order, &TimedLaunch::order);
  return found == timed.end() ? nullptr : &*found;
}

std::vector<TimedLaunch> timesFrom(const Shard &shard, const Record &record) {
  const std::uint64_t zero = firstBegin(shard);
  std::vector<TimedLaunch> all;
  for (const KernelRecord &kernel : record.kernels)
    for (const Launch &launch : kernel.launches) {
      const SeenLaunch *seen = launchAt(shard, launch.order, kernel.mangled, launch.grid, launch.block);
      if (!seen)
        throw std::runtime_error(fmt::format("the program did not launch the same when it was run again (launch {} was "
                                             "{}): make it do the same work in every run",
                                             launch.order, kernel.name));
      TimedLaunch timed = timesLike(*seen, shard, zero);
      if (!timed.nanoseconds.empty())
        all.push_back(std::move(timed));
    }
  if (all.empty())
    throw std::runtime_error("no launch was timed: launches of graphs are not");
  std::ranges::sort(all, {}, &TimedLaunch::order);
  return all;
}

std::vector<ClockSample> clocksFrom(const Shard &shard) {
  const std::uint64_t zero = firstBegin(shard);
  std::vector<ClockSample> clocks;
  for (ClockSample sample : shard.clocks)
    if (sample.when >= zero) {
      sample.when -= zero;
      clocks.push_back(sample);
    }
  return clocks;
}

} // namespace sectorscope::check
