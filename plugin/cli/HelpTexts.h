// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_HELPTEXTS_H
#define SECTORSCOPE_PLUGIN_CLI_HELPTEXTS_H

#include <string>

namespace sectorscope {

/// What stands below the options in the help: every rule with its summary, and commands to begin with.
std::string rulesText();
std::string examplesText();

} // namespace sectorscope

#endif
