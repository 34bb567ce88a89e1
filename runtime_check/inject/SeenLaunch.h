// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the driver is asked to launch.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_SEENLAUNCH_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_SEENLAUNCH_H

#include <cuda.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::inject {

/// One launch as the driver gets it.
struct SeenLaunch {
  std::string mangled;
  std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
  unsigned sharedBytes = 0; ///< dynamic
  CUstream stream = nullptr;
  CUfunction function = nullptr; ///< may be a CUkernel, as the driver takes both
  /// By position: {"bytes": "00800000"}, as they lie in memory; {"pointer": {"offset": 16}} for one into memory of the
  /// device, told modulo 256; null where the driver does not tell the parameter's size.
  nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
  std::vector<std::vector<unsigned char>> values; ///< of the same parameters, as they lie in memory
  bool isPlain = true;                            ///< neither cooperative nor in clusters that the launch asks for

  /// {"mangled": ..., "grid": [1, 1, 1], "block": [32, 1, 1], "shared_bytes": 0, "parameters": [...]}
  nlohmann::ordered_json toJson() const;
};

/// The launch that a callback of the driver's interface (domain CUPTI_CB_DOMAIN_DRIVER_API) is about; empty if it is
/// about something else. `symbol`: the callback's name of the kernel, may be null.
std::optional<SeenLaunch> launchOf(unsigned callback, const void *arguments, const char *symbol);

/// Whether a word is an address that the driver knows.
bool isDevicePointer(std::uint64_t word);

/// The kernels of a graph, child graphs included, in the order in which the driver lists them.
std::vector<SeenLaunch> kernelsOf(CUgraph graph);

} // namespace sectorscope::inject

#endif
