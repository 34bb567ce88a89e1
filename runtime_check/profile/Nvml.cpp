// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// libnvidia-ml.so.1 by dlopen. Its interface has been stable for ten years; the header is not needed.

#include "Nvml.h"

#include <dlfcn.h>

#include <array>

namespace sectorscope::measure {

template <typename Function> Function Nvml::find(const char *name) const {
  return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

Nvml::Nvml(const std::string &busId) : library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
  const auto begin = find<int (*)()>("nvmlInit_v2");
  const auto lookUp = find<int (*)(const char *, void **)>("nvmlDeviceGetHandleByPciBusId_v2");
  if (!begin || !lookUp || begin() != 0 || lookUp(busId.c_str(), &device) != 0)
    device = nullptr;
}

Nvml::~Nvml() {
  if (const auto end = find<int (*)()>("nvmlShutdown"))
    end();
  if (library)
    dlclose(library);
}

std::optional<unsigned> Nvml::megahertz(Clock clock) const {
  const auto ask = find<int (*)(void *, int, unsigned *)>("nvmlDeviceGetClockInfo");
  unsigned value = 0;
  if (!device || !ask || ask(device, static_cast<int>(clock), &value) != 0)
    return std::nullopt;
  return value;
}

std::optional<unsigned> Nvml::highestMegahertz(Clock clock) const {
  const auto ask = find<int (*)(void *, int, unsigned *)>("nvmlDeviceGetMaxClockInfo");
  unsigned value = 0;
  if (!device || !ask || ask(device, static_cast<int>(clock), &value) != 0)
    return std::nullopt;
  return value;
}

std::optional<unsigned> Nvml::performanceState() const {
  const auto ask = find<int (*)(void *, unsigned *)>("nvmlDeviceGetPerformanceState");
  unsigned value = 0;
  if (!device || !ask || ask(device, &value) != 0)
    return std::nullopt;
  return value;
}

std::optional<unsigned> Nvml::clockLimits() const {
  // The older name: every driver has it.
  const auto ask = find<int (*)(void *, unsigned long long *)>("nvmlDeviceGetCurrentClocksThrottleReasons");
  unsigned long long value = 0;
  if (!device || !ask || ask(device, &value) != 0)
    return std::nullopt;
  return static_cast<unsigned>(value);
}

std::optional<std::string> Nvml::driverVersion() const {
  const auto ask = find<int (*)(char *, unsigned)>("nvmlSystemGetDriverVersion");
  std::array<char, 96> text{};
  if (!device || !ask || ask(text.data(), text.size()) != 0)
    return std::nullopt;
  return text.data();
}

} // namespace sectorscope::measure
