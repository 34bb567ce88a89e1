// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_PROJECT_SHELLWORDS_H
#define SECTORSCOPE_PLUGIN_PROJECT_SHELLWORDS_H

#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// The words of a command as a POSIX shell parts them: quotes and backslashes are read, nothing is expanded. Empty
/// where a quote is not closed.
///
/// Worked example: `nvcc -DNAME="a b" 'my file.cu'` -> nvcc, -DNAME=a b, my file.cu.
std::optional<std::vector<std::string>> shellWords(const std::string &command);

/// The items of a list as nvcc parts it: at commas, but for those within double quotes and behind a backslash, which
/// goes with that. Empty items are left out.
///
/// Worked example: `A=1,B="x,y",C=z\,w` -> A=1, B="x,y", C=z,w.
std::vector<std::string> listItems(const std::string &list);

} // namespace sectorscope

#endif
