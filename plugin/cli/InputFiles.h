// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which files the command line names, and which of them belong together.

#ifndef SECTORSCOPE_PLUGIN_CLI_INPUTFILES_H
#define SECTORSCOPE_PLUGIN_CLI_INPUTFILES_H

#include "model/ListedLaunches.h"

#include <string>
#include <vector>

namespace sectorscope {

/// Files as given; a folder stands for the .cu files below it, sorted. A folder without any is told and left out;
/// `anyBad` is set then.
std::vector<std::string> expandFolders(const std::vector<std::string> &inputs, bool &anyBad);

/// Files that are analysed together: each by itself, or, to link them, all.
///
/// Worked example: a.bc and b.bc give {{a.bc}, {b.bc}}, with `link` {{a.bc, b.bc}}.
std::vector<std::vector<std::string>> unitsOf(const std::vector<std::string> &files, bool link);

/// The list of launches in `file`; none where that is empty. Throws UsageError.
LaunchList launchesOf(const std::string &file);

} // namespace sectorscope

#endif
