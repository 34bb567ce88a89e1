// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a report was made from, as make and ninja read it.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_DEPENDENCIES_H
#define SECTORSCOPE_PLUGIN_PROJECT_DEPENDENCIES_H

#include <string>
#include <vector>

namespace sectorscope {

/// `target: file file ...` as make and ninja read it, one file per line.
std::string dependencyText(const std::string &target, const std::vector<std::string> &files);
/// The files of such a text.
std::vector<std::string> filesIn(const std::string &dependencyText);

} // namespace sectorscope

#endif
