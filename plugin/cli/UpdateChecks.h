// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_UPDATECHECKS_H
#define SECTORSCOPE_PLUGIN_CLI_UPDATECHECKS_H

#include "report/SourceEdits.h"

#include <string>
#include <vector>

namespace sectorscope {

/// What to change in the CHECK lines of `source` with these prefixes, so that FileCheck finds them in `output`, the
/// lines that `--format=check` prints. A line is paired with an access at its place, of its kind, memory and kernel, in
/// the order of both; its width, counts, lanes, certainty and block become those of the access. What stands as a
/// wildcard stays one. Left, with a reason: lines whose access is gone, and those that would not match with new numbers
/// either.
///
/// Worked example: `// CHECK: k.cu:[[#@LINE+1]] load 4B sectors=4/4/4 ideal=4 {{.*}} exact` against
/// `k.cu:7 load 4B sectors=8/8/8 ideal=4 lanes=32 exact ...` gives one edit, of 4/4/4 to 8/8/8.
SourceEdits updateCheckLines(const std::string &source, const std::vector<std::string> &prefixes,
                             const std::vector<std::string> &output);

} // namespace sectorscope

#endif
