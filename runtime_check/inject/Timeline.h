// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// When each launch ran on the device, as CUPTI's activity records tell: nothing is patched, counted or waited for.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_TIMELINE_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_TIMELINE_H

#include "Shard.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace sectorscope::inject {

/// One kernel as the device ran it. Times in nanoseconds by the clock of cuptiGetTimestamp.
struct RanKernel {
  std::uint32_t correlation = 0; ///< of the driver call that launched it
  std::uint64_t begin = 0, end = 0;
  unsigned registers = 0; ///< of a thread
  unsigned staticSharedBytes = 0, dynamicSharedBytes = 0;
};

class Timeline {
public:
  /// \throws std::runtime_error with the remedy where CUPTI refuses.
  void begin();
  /// That a call of the driver made the launch \p order.
  void launched(std::uint32_t correlation, unsigned order);
  /// Waits for CUPTI's records and writes a line for each launch that ended:
  /// {"timed": 3, "begin": 1200, "end": 5200, "registers": 32, "static_shared_bytes": 0, "dynamic_shared_bytes": 0}
  void write(Shard &shard);

private:
  std::mutex mutex;
  std::map<std::uint32_t, unsigned> orderOf;
  bool hasBegun = false;
};

} // namespace sectorscope::inject

#endif
