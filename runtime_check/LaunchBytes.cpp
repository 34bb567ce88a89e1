// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Adds counters up.

#include "LaunchBytes.h"

#include "Metrics.h"

#include <algorithm>

namespace sectorscope::check {

namespace {

bool isGlobal(const Instruction &instruction) {
  return instruction.space != "shared" && instruction.space != "local" && instruction.executed > 0;
}

void addInstructions(LaunchBytes &bytes, const Launch &launch) {
  std::uint64_t most = 0;
  for (const Instruction &instruction : launch.instructions)
    if (isGlobal(instruction) && instruction.kind == "load")
      most = std::max(most, instruction.executed);
  double inFlight = 0;
  bool waitsForLoads = true;
  for (const Instruction &instruction : launch.instructions) {
    if (!isGlobal(instruction))
      continue;
    DirectionBytes &to = instruction.kind == "load" || instruction.kind == "copy" ? bytes.read : bytes.written;
    to.asked += static_cast<double>(instruction.lanes) * instruction.bytesPerLane;
    to.needed += static_cast<double>(instruction.idealSectors) * sectorBytes;
    bytes.l1Lines += static_cast<double>(instruction.lines);
    waitsForLoads &= instruction.kind != "copy";
    if (instruction.kind == "load")
      inFlight += static_cast<double>(instruction.sectors) * sectorBytes / static_cast<double>(most);
  }
  if (waitsForLoads && most > 0)
    bytes.inFlightOfWarp = inFlight;
}

} // namespace

std::optional<LaunchBytes> bytesOf(const Launch &launch) {
  LaunchBytes bytes;
  const auto add = [&](double &to, const char *counter) {
    const std::optional<double> sectors = launch.counter(counter);
    to += sectors.value_or(0) * sectorBytes;
    return sectors.has_value();
  };
  const bool isWhole = add(bytes.read.demanded, "l1_load_sectors") && add(bytes.written.demanded, "l1_store_sectors") &&
                       add(bytes.written.demanded, "l1_reduction_sectors") &&
                       add(bytes.written.demanded, "l1_atomic_sectors") && add(bytes.read.l2, "l2_read_sectors") &&
                       add(bytes.written.l2, "l2_write_sectors") && add(bytes.written.l2, "l2_reduction_sectors") &&
                       add(bytes.written.l2, "l2_atomic_sectors") && add(bytes.read.dram, "dram_sectors_read") &&
                       add(bytes.written.dram, "dram_sectors_written");
  if (!isWhole)
    return std::nullopt;
  addInstructions(bytes, launch);
  return bytes;
}

} // namespace sectorscope::check
