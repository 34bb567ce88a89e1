// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads what the injected library wrote (runtime_check/inject/Shard.h).

#ifndef SECTORSCOPE_RUNTIME_CHECK_SHARDS_H
#define SECTORSCOPE_RUNTIME_CHECK_SHARDS_H

#include "Record.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sectorscope::check {

/// Counters of one machine instruction in one launch, by the profiler's names.
struct InstructionCount {
  std::uint64_t module = 0; ///< checksum of the machine code
  std::string function;     ///< mangled
  std::uint64_t offset = 0; ///< bytes from the function's start
  std::map<std::string, std::uint64_t> values;
};

/// One launch that a process made.
struct SeenLaunch {
  unsigned order = 0; ///< position among all launches of the program
  unsigned device = 0;
  std::string mangled;
  Dim3 grid{}, block{};
  unsigned sharedBytes = 0;  ///< dynamic
  nlohmann::json parameters; ///< as in a list of launches, see docs/launches.md
  bool isCounted = false;    ///< of many launches, some are not
  std::string failure;       ///< what the driver said of a launch that was to be counted, "CUDA_ERROR_ILLEGAL_ADDRESS"
  std::vector<InstructionCount> instructions;
  std::map<std::string, double> counters; ///< of the whole launch, by the profiler's names
};

struct Device {
  std::string name, arch; ///< "NVIDIA H200", "sm_90"
  friend bool operator==(const Device &, const Device &) = default;
};

/// One process, or all processes of a run.
struct Shard {
  unsigned cudaVersion = 0;                   ///< of the driver, 13000 for 13.0
  std::vector<Device> devices;                ///< as the process numbers them
  std::map<std::uint64_t, std::string> files; ///< machine code of modules by checksum
  std::vector<SeenLaunch> launches;           ///< in the order of the process
  std::vector<std::string> notes;
  std::string error;       ///< why it was not counted (on)
  bool isComplete = false; ///< false: the process crashed or left without saying so
};

/// \throws std::runtime_error naming the line that is damaged. A last line that is cut off is what a crash leaves, and
/// makes the shard incomplete.
Shard shardFromLines(std::string_view text);

/// All processes of a run, in the order in which they were started as far as their numbers tell; orders are counted on
/// from one to the next. Empty if no process wrote anything.
/// \throws std::runtime_error naming the file that is damaged.
std::optional<Shard> readShards(const std::filesystem::path &directory);

} // namespace sectorscope::check

#endif
