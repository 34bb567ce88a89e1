// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The little that the management library of the driver is asked for. It is loaded when it is there: without it the
/// questions have no answer, and nothing else changes.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROFILE_NVML_H
#define SECTORSCOPE_RUNTIME_CHECK_PROFILE_NVML_H

#include <optional>
#include <string>

namespace sectorscope::measure {

class Nvml {
public:
  /// \param busId of the device, "0000:3B:00.0".
  explicit Nvml(const std::string &busId);
  ~Nvml();
  Nvml(const Nvml &) = delete;
  Nvml &operator=(const Nvml &) = delete;

  enum class Clock { Multiprocessors = 1, Memory = 2 }; // as the library numbers them
  std::optional<unsigned> megahertz(Clock clock) const;
  std::optional<unsigned> highestMegahertz(Clock clock) const;
  std::optional<unsigned> performanceState() const; ///< 0 is the fastest
  std::optional<unsigned> clockLimits() const;      ///< bits of what holds the clocks down; 4 is the power cap
  std::optional<std::string> driverVersion() const; ///< "580.95.05"

private:
  template <typename Function> Function find(const char *name) const;
  void *library = nullptr;
  void *device = nullptr;
};

} // namespace sectorscope::measure

#endif
