// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Counters of every machine instruction, by CUPTI's SASS metrics: the code is patched, no replay is needed.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_SASSCOUNTERS_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_SASSCOUNTERS_H

#include <cuda.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sectorscope::inject {

class SassCounters {
public:
  explicit SassCounters(std::vector<std::string> metrics) : metrics(std::move(metrics)) {}

  /// Begins to count in the current context, if that has not begun. A device has only those of the metrics that it
  /// knows. \throws std::runtime_error with the remedy where it cannot be counted.
  void enable(CUcontext context);

  /// Takes what was counted since, once the context has nothing to do: [{"crc": 12, "function": "_Z1fPf", "pc": 16,
  /// "values":
  /// {"smsp__sass_inst_executed": 8}}, ...]
  nlohmann::ordered_json take(CUcontext context);

  /// Lets kernels run unpatched, and fast, until the next enable(). What was counted since is dropped.
  void disable(CUcontext context);

private:
  void configure(CUdevice device);
  std::vector<std::string> metrics;
  std::map<CUdevice, std::map<std::uint64_t, std::string>> nameOf; ///< by identity, for each device
  std::set<CUcontext> enabled;
};

} // namespace sectorscope::inject

#endif
