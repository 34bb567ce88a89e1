// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_RUNPROJECT_H
#define SECTORSCOPE_PLUGIN_CLI_RUNPROJECT_H

#include "cli/CommandLine.h"

#include <string>

namespace sectorscope {

/// `sectorscope audit -p BUILD`: every CUDA file of a compilation database, each in a process of this program, results
/// from the cache where nothing has changed. Exit codes are those of runAudit(); 2 where a file could not be analysed.
/// Throws UsageError.
int runProject(const AuditCommand &command, const std::string &executable);

} // namespace sectorscope

#endif
