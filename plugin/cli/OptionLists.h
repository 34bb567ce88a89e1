// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lists of options as typed, before they are parsed: what settings add, and what is passed on to other processes.

#ifndef SECTORSCOPE_PLUGIN_CLI_OPTIONLISTS_H
#define SECTORSCOPE_PLUGIN_CLI_OPTIONLISTS_H

#include "adapter/Config.h"

#include <string>
#include <vector>

namespace sectorscope {

/// `args` (without `audit` and what stands behind --) but for what speaks of the whole project: what each of its files
/// is audited with. Paths are made absolute.
std::vector<std::string> optionsOfFiles(const std::vector<std::string> &args);

/// `args` with the options that settings hold and `args` does not: what is typed wins. `namesFiles`: of the command.
std::vector<std::string> withSettings(const std::vector<std::string> &args, const Config &config, bool namesFiles);

} // namespace sectorscope

#endif
