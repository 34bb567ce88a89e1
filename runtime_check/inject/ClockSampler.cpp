// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Samples clocks in a thread of its own.

#include "ClockSampler.h"

#include "Nvml.h"

#include <cupti.h>

#include <chrono>

namespace sectorscope::inject {

namespace {

/// The driver itself looks at its clocks a few times in so long.
constexpr std::chrono::milliseconds period{10};

nlohmann::ordered_json orNull(const std::optional<unsigned> &value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

} // namespace

void ClockSampler::start(const std::string &busId, Shard &shard) {
  thread = std::jthread([busId, &shard](const std::stop_token &stop) {
    const measure::Nvml nvml(busId);
    while (!stop.stop_requested()) {
      std::uint64_t now = 0;
      const auto sm = nvml.megahertz(measure::Nvml::Clock::Multiprocessors);
      if (!sm || cuptiGetTimestamp(&now) != CUPTI_SUCCESS)
        return;
      shard.write({{"clock", now},
                   {"sm_megahertz", *sm},
                   {"memory_megahertz", orNull(nvml.megahertz(measure::Nvml::Clock::Memory))},
                   {"state", orNull(nvml.performanceState())},
                   {"limits", orNull(nvml.clockLimits())}});
      std::this_thread::sleep_for(period);
    }
  });
}

void ClockSampler::stop() {
  thread.request_stop();
  if (thread.joinable())
    thread.join();
}

} // namespace sectorscope::inject
