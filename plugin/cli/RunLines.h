// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The audits that the RUN lines of a lit test ask for.

#ifndef SECTORSCOPE_PLUGIN_CLI_RUNLINES_H
#define SECTORSCOPE_PLUGIN_CLI_RUNLINES_H

#include <string>
#include <vector>

namespace sectorscope {

/// One audit of the file in which the RUN line stands.
///
/// Worked example: `// RUN: %sectorscope audit %s --block 256 --format=check | FileCheck %s --check-prefix=B` in k.cu
/// gives the words audit, k.cu, --block, 256, --format=check and the prefix B.
struct CheckRun {
  unsigned line = 0;                 ///< where the RUN line begins
  std::vector<std::string> audit;    ///< as typed behind `sectorscope`, substitutions put in
  std::vector<std::string> prefixes; ///< of the CHECK lines that its output is held against; empty: none
  std::string problem;               ///< why it is not followed; empty if it is
};

/// Audits of `file` in its RUN lines, in their order: commands that begin with %sectorscope, %sectorscope-audit or the
/// name of the program and take %s. Nothing is executed. What goes through `not` is expected to fail and no matter.
std::vector<CheckRun> checkRunsIn(const std::string &source, const std::string &file);

} // namespace sectorscope

#endif
