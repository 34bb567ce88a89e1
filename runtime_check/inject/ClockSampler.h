// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Clocks while the program runs.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_CLOCKSAMPLER_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_CLOCKSAMPLER_H

#include "Shard.h"

#include <string>
#include <thread>

namespace sectorscope::inject {

/// A thread that asks the management library every few milliseconds and writes
/// {"clock": 1200, "sm_megahertz": 1980, "memory_megahertz": 3201, "state": 0, "limits": 4}, times as in Timeline.h;
/// a number that the library does not tell is null. "limits": its bits of what holds the clocks down; 4 is the power
/// cap.
class ClockSampler {
public:
  ClockSampler() = default;
  ~ClockSampler() { stop(); }
  ClockSampler(const ClockSampler &) = delete;
  ClockSampler &operator=(const ClockSampler &) = delete;
  /// \param busId of the device, "0000:3B:00.0". Nothing is written without the library.
  void start(const std::string &busId, Shard &shard);
  void stop();

private:
  std::jthread thread;
};

} // namespace sectorscope::inject

#endif
