// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads launches that somebody wrote down: a person, or a run that recorded them.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_READLAUNCHES_H
#define SECTORSCOPE_ANALYSIS_REPORT_READLAUNCHES_H

#include "model/ListedLaunches.h"

#include <string>

namespace sectorscope {

/// Reads a document of this form:
///
///     {"schema": "sectorscope-launches/1",
///      "launches": [{"mangled": "_Z5saxpyPfPKffi", "grid": [128, 1, 1], "block": [256, 1, 1],
///                    "arguments": {"n": 32768}, "file": "saxpy.cu", "line": 20},
///                   {"mangled": "_Z5saxpyPfPKffi", "grid": [128, 1, 1], "block": [256, 1, 1], "order": 0, "times": 3,
///                    "parameters": [{"pointer": {"offset": 16}}, {"bytes": "0000803f"}, null]}]}
///
/// The first launch is of a person; all but kernel, grid and block may be left out, and arguments that are no integers
/// are ignored, since no address hangs on them. The second one has what only a run can tell ("times", "shared_bytes" or
/// "parameters") and is observed, as are all launches of a document that names its "program"; docs/launches.md
/// describes the form.
///
/// `file` begins every complaint; the list is called by its last part. Throws std::runtime_error with one line.
LaunchList readLaunches(const std::string &json, const std::string &file);

} // namespace sectorscope

#endif
