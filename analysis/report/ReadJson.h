// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A JSON report read back, to audit its kernels under other launches or for another part without compiling them.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_READJSON_H
#define SECTORSCOPE_ANALYSIS_REPORT_READJSON_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/Report.h"

#include <map>
#include <string>
#include <vector>

namespace sectorscope {

/// One unit of a report, and what its kernels were.
struct ReadUnit {
  AuditedUnit unit;
  Program program;
  std::map<std::string, std::vector<LaunchShape>> launches; ///< by mangled name
};

/// Reads a document of printJson(). Audited again with the launches that it holds (AuditOptions::earlierLaunches) and
/// for the same part, its units give the same document. Throws std::runtime_error with one line that says what is wrong
/// and where, "kernels[0].launches: 'block' is missing".
std::vector<ReadUnit> readJsonReport(const std::string &json);

} // namespace sectorscope

#endif
