// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Run: what a program's launches moved, by counters, and how long they took when nothing was counted. As values and as
/// JSON (schema "sectorscope-run/1", docs/explain.md).

#ifndef SECTORSCOPE_RUNTIME_CHECK_RUN_H
#define SECTORSCOPE_RUNTIME_CHECK_RUN_H

#include "Record.h"
#include "Shards.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope::check {

/// All launches that are alike: the same kernel, grid, block, shared memory and arguments.
struct TimedLaunch {
  unsigned order = 0;                                     ///< of the first of them in the program, as in the record
  unsigned times = 0;                                     ///< how many there were
  double busySeconds = 0;                                 ///< of all of them
  unsigned residentBlocks = 0;                            ///< that fit into one multiprocessor; 0 where not known
  unsigned registers = 0;                                 ///< of a thread
  unsigned staticSharedBytes = 0, dynamicSharedBytes = 0; ///< of a block
  /// In the order of the program, every n-th of very many: when each began, since the first launch of the run, and how
  /// long it took.
  std::vector<std::uint64_t> beginNanoseconds, nanoseconds;

  double medianSeconds() const; ///< 0 without times
};

/// One program, run several times: once for times, and once for each group of counters.
struct Run {
  Device device;
  std::vector<TimedLaunch> timed;  ///< by order
  std::vector<ClockSample> clocks; ///< of the run that took times, since its first launch
  Record record;                   ///< of the runs that counted
  std::string launches;            ///< list of the launches, as JSON (docs/launches.md)
  std::vector<std::string> notes;

  const TimedLaunch *timesOf(unsigned order) const;
};

/// The times of \p shard, whose launches were counted in another run of the same program as \p record.
/// \throws std::runtime_error if the two runs did not launch the same, or nothing was timed.
std::vector<TimedLaunch> timesFrom(const Shard &shard, const Record &record);

/// Clocks since the first timed launch of the shard.
std::vector<ClockSample> clocksFrom(const Shard &shard);

/// One list a line.
std::string toJson(const Run &run);

/// \throws std::runtime_error with one line that names what is wrong: not JSON, another schema, a field missing or of
/// another type, numbers that no run gives.
Run runFromJson(const std::string &json);

} // namespace sectorscope::check

#endif
