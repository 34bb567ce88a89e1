// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_RUNAUDIT_H
#define SECTORSCOPE_PLUGIN_CLI_RUNAUDIT_H

#include "cli/CommandLine.h"

#include <string>
#include <vector>

namespace sectorscope {

/// Kernels that the command line names, for launches and budgets.
std::vector<KernelSettings> namedKernels(const AuditCommand &command);

/// What to say where --kernel matches none of `kernels`: "the 3 kernels".
std::string nothingMatches(const std::string &pattern, const std::string &kernels);

/// Runs the command: reads, audits, prints. `executable` is the path of the running program: our headers are found
/// from there. One line on standard error for each file that is bad; the others are still reported. Returns 1 where a
/// gate is closed, 2 for bad input, else 0.
int runAudit(const AuditCommand &command, const std::string &executable);

} // namespace sectorscope

#endif
