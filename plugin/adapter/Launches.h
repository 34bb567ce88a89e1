// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches that somebody wrote down: a person, or a run that recorded them.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_LAUNCHES_H
#define SECTORSCOPE_PLUGIN_ADAPTER_LAUNCHES_H

#include "sectorscope/LaunchShape.h"

#include <map>
#include <string>
#include <vector>

namespace sectorscope {

/// Launches by the mangled name of the kernel, in the order of the file.
using LaunchList = std::map<std::string, std::vector<LaunchShape>>;

/// Parses a document of this form; `file` begins every complaint:
///
///     {"schema": "sectorscope-launches/1",
///      "launches": [{"mangled": "_Z5saxpyPfPKffi", "grid": [128, 1, 1], "block": [256, 1, 1],
///                    "arguments": {"n": 32768}, "file": "saxpy.cu", "line": 20}]}
///
/// "arguments", "file" and "line" may be left out; arguments that are no integers are ignored, since no address hangs
/// on them. Throws UsageError.
LaunchList parseLaunches(const std::string &json, const std::string &file);

} // namespace sectorscope

#endif
