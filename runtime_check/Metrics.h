// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The profiler's names of hardware counters, in one table for all parts.

#ifndef SECTORSCOPE_RUNTIME_CHECK_METRICS_H
#define SECTORSCOPE_RUNTIME_CHECK_METRICS_H

#include <string>
#include <string_view>
#include <vector>

namespace sectorscope::check {

/// A counter: our name for it and the profiler's.
struct LaunchCounter {
  const char *name;
  const char *metric;
};

/// Every whole-kernel counter that a record holds. A part may lack some.
const std::vector<LaunchCounter> &launchCounters();

/// Further ones, that only the profile of a part asks for: lookups and balance of the L2 slices.
const std::vector<LaunchCounter> &partCounters();

/// Further ones, that only a run to be explained asks for (see Run.h): warps at work, cycles, floating-point operations
/// of threads.
const std::vector<LaunchCounter> &runCounters();

/// Of all three lists.
const std::vector<LaunchCounter> &everyCounter();

/// Bytes of one sector, in which these counters count on every part.
inline constexpr double sectorBytes = 32;

/// The metric of a counter of any list on an architecture, such as "sm_90".
/// \throws std::out_of_range if there is no such counter.
///
/// Worked example: metricOf("dram_sectors_read", "sm_90") == "dram__sectors_read.sum".
std::string metricOf(std::string_view counter, std::string_view arch);

/// The same for each of several.
std::vector<std::string> metricsOf(const std::vector<std::string> &counters, std::string_view arch);

} // namespace sectorscope::check

#endif
