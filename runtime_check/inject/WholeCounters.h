// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Counters of whole launches.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_WHOLECOUNTERS_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_WHOLECOUNTERS_H

#include "CacheFlush.h"
#include "RangeCounters.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sectorscope::inject {

/// Counts one launch at a time, in the context in which the first was made: the profiler takes one context.
class WholeCounters {
public:
  WholeCounters(std::vector<std::string> metrics, bool flushesCaches)
      : metrics(std::move(metrics)), flushesCaches(flushesCaches) {}

  /// False in another context than the first. \throws std::runtime_error with the remedy where it cannot be counted.
  bool begin();
  /// By the profiler's names.
  check::CounterValues end();

private:
  std::vector<std::string> metrics;
  bool flushesCaches;
  CUcontext context = nullptr;
  std::unique_ptr<check::RangeCounters> counters;
  std::unique_ptr<CacheFlush> flush;
};

} // namespace sectorscope::inject

#endif
