// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope update-checks`: expectations in source files after a wanted change.

#ifndef SECTORSCOPE_PLUGIN_CLI_UPDATECOMMAND_H
#define SECTORSCOPE_PLUGIN_CLI_UPDATECOMMAND_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sectorscope {

struct UpdateCommand {
  std::vector<std::string> files;
  std::vector<std::string> auditOptions; ///< for files without a RUN line; what stood behind --
  bool dryRun = false;                   ///< say what would change, write nothing
};

/// Adds the command to `app`; its words are put into `command`.
CLI::App &declareUpdate(CLI::App &app, UpdateCommand &command);

/// Audits each file as its RUN lines do, and rewrites the numbers of its CHECK lines and of `sectorscope-expect:` that
/// do not hold. A line on standard output for each that is changed, on standard error for each that should be and
/// cannot. A file is written whole or not at all. Returns 2 if one could not be read, audited or written, else 0.
int runUpdate(const UpdateCommand &command, const std::string &executable);

} // namespace sectorscope

#endif
