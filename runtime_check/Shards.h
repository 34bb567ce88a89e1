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

/// When and how the device ran a launch. Nanoseconds by a clock of the run's own.
struct RanLaunch {
  std::uint64_t begin = 0, end = 0;
  unsigned registers = 0; ///< of a thread
  unsigned staticSharedBytes = 0, dynamicSharedBytes = 0;
};

/// Clocks at one time of a run. What the driver's management library does not tell is empty.
struct ClockSample {
  std::uint64_t when = 0; ///< by the clock of RanLaunch
  unsigned smMegahertz = 0;
  std::optional<unsigned> memoryMegahertz;
  std::optional<unsigned> state;  ///< performance state, 0 the fastest
  std::optional<unsigned> limits; ///< what holds the clocks down, as bits of the library
};

/// A launch made again with other values of one parameter: times for each value, in the order in which they were asked
/// for.
struct SeenTwins {
  std::vector<std::vector<std::uint64_t>> coldNanoseconds, inL2Nanoseconds;
  std::string refusal; ///< why it was not; empty if it was
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
  unsigned residentBlocks = 0;            ///< that fit into one multiprocessor; 0 where not asked or not known
  std::optional<RanLaunch> ran;           ///< where times were taken
  std::optional<SeenTwins> twins;         ///< where they were asked for
};

struct Device {
  std::string name, arch; ///< "NVIDIA H200", "sm_90"
  unsigned multiprocessors = 0, threadsPerMultiprocessor = 0;
  std::uint64_t l2Bytes = 0;
  bool ecc = false;
  double smHertz = 0, memoryHertz = 0; ///< the highest clocks
  unsigned busBits = 0;
  friend bool operator==(const Device &, const Device &) = default;
};

/// One process, or all processes of a run.
struct Shard {
  unsigned cudaVersion = 0;                   ///< of the driver, 13000 for 13.0
  std::vector<Device> devices;                ///< as the process numbers them
  std::map<std::uint64_t, std::string> files; ///< machine code of modules by checksum
  std::vector<SeenLaunch> launches;           ///< in the order of the process
  std::vector<ClockSample> clocks;            ///< by time, where times were taken
  std::vector<std::string> notes;
  std::string error;       ///< why it was not counted (on)
  bool isComplete = false; ///< false: the process crashed or left without saying so
};

/// The launch at the place of one of another run of the program; null where this run made another one there. Parameters
/// are not compared: the padding of structs is whatever the stack held.
const SeenLaunch *launchAt(const Shard &run, unsigned order, const std::string &mangled, const Dim3 &grid,
                           const Dim3 &block);

/// \throws std::runtime_error naming the line that is damaged. A last line that is cut off is what a crash leaves, and
/// makes the shard incomplete.
Shard shardFromLines(std::string_view text);

/// All processes of a run, in the order in which they were started as far as their numbers tell; orders are counted on
/// from one to the next. Empty if no process wrote anything.
/// \throws std::runtime_error naming the file that is damaged.
std::optional<Shard> readShards(const std::filesystem::path &directory);

} // namespace sectorscope::check

#endif
