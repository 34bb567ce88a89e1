// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_RUNAUDIT_H
#define SECTORSCOPE_PLUGIN_CLI_RUNAUDIT_H

#include "cli/CommandLine.h"
#include "model/ListedLaunches.h"

#include <string>

namespace sectorscope {

/// Exit codes of `sectorscope audit`.
enum ExitCode { ExitGood = 0, ExitGate = 1, ExitBadInput = 2 };

/// One line on standard error.
void complain(const std::string &line);

/// For those who name one that is not there.
constexpr const char *howKernelsLook = "names look like 'saxpy(float*, int)'";

/// The list of launches in `file`; none where that is empty. Throws UsageError.
LaunchList launchesOf(const std::string &file);

/// Runs the command: reads, audits, prints. `executable` is the path of the running program: our headers are found
/// from there. One line on standard error for each file that is bad; the others are still reported.
int runAudit(const AuditCommand &command, const std::string &executable);

} // namespace sectorscope

#endif
