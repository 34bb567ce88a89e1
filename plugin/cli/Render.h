// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_RENDER_H
#define SECTORSCOPE_PLUGIN_CLI_RENDER_H

#include "cli/CommandLine.h"
#include "report/TryTable.h"

#include <string>
#include <vector>

namespace sectorscope {

/// Colour and width: those of the terminal, where the report goes to one.
TextOptions textOptionsFor(const AuditCommand &command);

/// The report, or what is compared in place of it, in the form that the command line asks for. One column, unless
/// values are tried.
std::string render(const std::vector<TryColumn> &columns, const AuditCommand &command);

} // namespace sectorscope

#endif
