// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_OUTPUTFILE_H
#define SECTORSCOPE_PLUGIN_CLI_OUTPUTFILE_H

#include <functional>
#include <ostream>
#include <string>

namespace sectorscope {

/// Writes `content` to `path`, whole or not at all: through a temporary file beside it that is renamed. Throws
/// UsageError that names the file and the reason.
void writeWholeFile(const std::string &path, const std::string &content);

/// Lets `print` write the file, whole or not at all, or to standard output where `path` is empty. Throws UsageError,
/// and what `print` throws.
void streamOutput(const std::string &path, const std::function<void(std::ostream &)> &print);

/// As writeWholeFile(), or to standard output where `path` is empty.
void writeOutput(const std::string &path, const std::string &content);

} // namespace sectorscope

#endif
