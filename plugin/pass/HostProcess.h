// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the plugin must know of the tool that has loaded it, and can learn from nobody but the process itself.

#ifndef SECTORSCOPE_PLUGIN_PASS_HOSTPROCESS_H
#define SECTORSCOPE_PLUGIN_PASS_HOSTPROCESS_H

#include <string>
#include <vector>

namespace sectorscope {

/// The command line of this process, and of the clang driver that started it if this is one of its sub-compiles.
struct HostCommandLine {
  std::vector<std::string> own;
  std::vector<std::string> driver; ///< `own` where the driver compiles in its own process
};
HostCommandLine hostCommandLine();

/// Folders of the compiler's and the toolkit's headers, from the options of clang -cc1. Absolute.
std::vector<std::string> systemFoldersOf(const HostCommandLine &commandLine);

/// Whether the compile for `arch` is the one of its clang command that reports. The driver compiles once per
/// --cuda-gpu-arch, and a finding should be said once: the highest architecture speaks. Pure, for tests.
bool speaksForAllArchs(const std::vector<std::string> &driverArgs, const std::string &arch);

} // namespace sectorscope

#endif
