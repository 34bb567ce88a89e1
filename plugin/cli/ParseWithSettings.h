// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_PARSEWITHSETTINGS_H
#define SECTORSCOPE_PLUGIN_CLI_PARSEWITHSETTINGS_H

#include "cli/CommandLine.h"

namespace sectorscope {

/// parseCommandLine() with the options that the settings of the first file, or of the folder we are in, hold for the
/// command as a whole. What is typed wins. Throws UsageError.
ParsedCommandLine parseWithSettings(const std::vector<std::string> &args);

} // namespace sectorscope

#endif
