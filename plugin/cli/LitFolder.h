// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_LITFOLDER_H
#define SECTORSCOPE_PLUGIN_CLI_LITFOLDER_H

#include <string>

namespace sectorscope {

/// The folder of sectorscope_lit.py: ../share/sectorscope/lit seen from the folder of `executable`, else that of the
/// source tree this was built from. Throws UsageError where neither has it.
std::string findLitFolder(const std::string &executable);

} // namespace sectorscope

#endif
