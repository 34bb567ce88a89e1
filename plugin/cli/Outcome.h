// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How a command ends, and how it complains.

#ifndef SECTORSCOPE_PLUGIN_CLI_OUTCOME_H
#define SECTORSCOPE_PLUGIN_CLI_OUTCOME_H

#include <string>

namespace sectorscope {

/// Exit codes of every command.
enum ExitCode { ExitGood = 0, ExitGate = 1, ExitBadInput = 2 };

/// One line on standard error.
void complain(const std::string &line);

} // namespace sectorscope

#endif
