// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The subcommands of `sectorscope-check`, a file each.

#ifndef SECTORSCOPE_RUNTIME_CHECK_CLI_COMMANDS_H
#define SECTORSCOPE_RUNTIME_CHECK_CLI_COMMANDS_H

#include "Process.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <string>

namespace sectorscope::check {

constexpr int exitGood = 0, exitWrong = 1, exitBadInput = 2;

/// A subcommand, and what it does: gives the exit code, or throws std::runtime_error with the one line to print.
struct Command {
  CLI::App *app;
  std::function<int()> run;
};

Command recordCommand(CLI::App &app);
Command replayCommand(CLI::App &app);
Command sweepCommand(CLI::App &app);
Command trafficCommand(CLI::App &app);
Command observeCommand(CLI::App &app);
Command confirmCommand(CLI::App &app);
Command explainCommand(CLI::App &app);
Command measureCommand(CLI::App &app);
Command profileCommand(CLI::App &app);

/// What \p parse makes of the file; names the file in front of whatever is wrong with it.
template <typename Parse> auto parseFile(const std::string &file, Parse parse) {
  const std::string text = readFile(file);
  try {
    return parse(text);
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(fmt::format("'{}': {}", file, error.what()));
  }
}

} // namespace sectorscope::check

#endif
