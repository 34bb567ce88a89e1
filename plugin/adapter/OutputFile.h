// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Files that are there whole or not at all.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_OUTPUTFILE_H
#define SECTORSCOPE_PLUGIN_ADAPTER_OUTPUTFILE_H

#include <functional>
#include <ostream>
#include <string>

namespace sectorscope {

using PrintFunction = std::function<void(std::ostream &)>;

/// Lets `print` write `path`, whole or not at all: through a temporary file beside it that is renamed. A pipe or a
/// device is written as it is, and what a link leads to in its place. Throws UsageError that names the file and the
/// reason, and what `print` throws.
void streamWholeFile(const std::string &path, const PrintFunction &print);

/// The same with what is there already.
void writeWholeFile(const std::string &path, const std::string &content);

/// streamWholeFile(), or to standard output where `path` is empty.
void streamOutput(const std::string &path, const PrintFunction &print);

/// writeWholeFile(), or to standard output where `path` is empty.
void writeOutput(const std::string &path, const std::string &content);

} // namespace sectorscope

#endif
