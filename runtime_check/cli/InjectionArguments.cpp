// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Declares them.

#include "cli/InjectionArguments.h"

namespace sectorscope::check {

void addProgram(CLI::App &command, InjectionOptions &options) {
  command.add_option("command", options.command, "-- the program and its arguments")->required();
  command.add_option("--inject", options.library, "Path of libsectorscope-inject.so (default: beside this program)");
}

void addMostLaunches(CLI::App &command, InjectionOptions &options) {
  command.add_option("--launches-per-kernel", options.mostLaunches, "Different launches of a kernel that are counted")
      ->capture_default_str();
}

void addCounting(CLI::App &command, EvidenceOptions &options, std::string &caches) {
  addMostLaunches(command, options.injection);
  command
      .add_option(
          "--caches", caches,
          "Before each launch whose whole is counted: flush the caches, or keep them as the program leaves them")
      ->check(CLI::IsMember({"flush", "keep"}))
      ->capture_default_str();
  command.add_option("--root", options.root, "Directory of the sources, taken off file names (default: here)");
  command.add_option("--nvdisasm", options.injection.nvdisasm, "Path of nvdisasm (default: PATH, then the toolkit)");
}

} // namespace sectorscope::check
