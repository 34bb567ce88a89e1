// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope merge`: the reports of many files as one.

#ifndef SECTORSCOPE_PLUGIN_CLI_MERGECOMMAND_H
#define SECTORSCOPE_PLUGIN_CLI_MERGECOMMAND_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sectorscope {

struct MergeCommand {
  std::vector<std::string> inputs; ///< JSON reports; @FILE for a list of them, one a line
  std::string output;              ///< empty: standard output
};

/// Adds the command to `app`; its words are put into `command`.
CLI::App &declareMerge(CLI::App &app, MergeCommand &command);

/// The command with its lists read. Throws UsageError.
MergeCommand checkedMerge(const MergeCommand &command);

/// Writes what one audit of all would have written. Throws UsageError with one line about a file that is no report;
/// then no output is left.
int runMerge(const MergeCommand &command);

} // namespace sectorscope

#endif
