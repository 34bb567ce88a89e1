// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope diff`: what changed between two JSON reports.

#ifndef SECTORSCOPE_PLUGIN_CLI_DIFFCOMMAND_H
#define SECTORSCOPE_PLUGIN_CLI_DIFFCOMMAND_H

#include <string>

namespace CLI {
class App;
}

namespace sectorscope {

struct DiffCommand {
  std::string before, after; ///< JSON reports
  std::string format = "text";
  std::string output; ///< empty: standard output
  bool failOnWorse = false;
};

/// Adds the command to `app`; its words are put into `command`.
CLI::App &declareDiff(CLI::App &app, DiffCommand &command);

/// The command, if its words make sense. Throws UsageError.
DiffCommand checkedDiff(const DiffCommand &command);

/// Prints the comparison. Returns 1 with failOnWorse where an access got worse or a finding is new, else 0. Throws
/// UsageError with one line about a file that is no report.
int runDiff(const DiffCommand &command);

} // namespace sectorscope

#endif
