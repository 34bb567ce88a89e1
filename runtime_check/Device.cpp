// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Looks for a GPU, its driver and the toolkit's programs.

#include "Device.h"

#include "Process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::check {

namespace fs = std::filesystem;

void requireDevice(const std::vector<std::string> &nodes) {
  if (std::ranges::none_of(nodes, [](const std::string &node) { return fs::exists(node); }))
    throw std::runtime_error(fmt::format("no NVIDIA GPU with a driver is here (none of {} exists): record on a machine "
                                         "that has one; 'replay' needs none",
                                         fmt::join(nodes, ", ")));
}

std::string outputOf(const std::vector<std::string> &program, const fs::path &scratch) {
  if (!findProgram(program[0], {program[0]}))
    return "";
  const fs::path file = scratch / "output";
  return runProgram(program, file, scratch / "errors") == 0 ? readFile(file) : "";
}

std::string driverVersion(const std::string &nvidiaSmi, const fs::path &scratch) {
  const std::string text = outputOf({nvidiaSmi, "--query-gpu=driver_version", "--format=csv,noheader"}, scratch);
  return text.substr(0, text.find('\n'));
}

std::vector<fs::path> toolkitPlaces(const std::string &program) { return {fs::path("/usr/local/cuda/bin") / program}; }

} // namespace sectorscope::check
