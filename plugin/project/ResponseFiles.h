// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_PROJECT_RESPONSEFILES_H
#define SECTORSCOPE_PLUGIN_PROJECT_RESPONSEFILES_H

#include <string>
#include <vector>

namespace sectorscope {

/// Replaces `@file`, and the files of `--options-file` and `-optf` (nvcc; several with commas between), by the words of
/// these files, also inside of them. Relative names are relative to `directory`, wherever they stand. Throws
/// std::runtime_error for a file that cannot be read, that leaves a quote open, or that names itself.
///
/// Worked example: nvcc --options-file a.rsp,b.rsp -c k.cu, with -DA in a.rsp and -DB in b.rsp -> nvcc -DA -DB -c k.cu.
std::vector<std::string> withResponseFiles(const std::vector<std::string> &arguments, const std::string &directory);

} // namespace sectorscope

#endif
