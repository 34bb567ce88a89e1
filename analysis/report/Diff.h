// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What changed between two reports, in words.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_DIFF_H
#define SECTORSCOPE_ANALYSIS_REPORT_DIFF_H

#include "report/CompareReports.h"

#include <ostream>

namespace sectorscope {

/// A line for each change, and first one that counts them:
///
///     worse   k.cu:6:10  load of 4 bytes per lane: 12 sectors per request, 4 before (ideal 4); k(float*)
void printDiffText(const ReportComparison &comparison, std::ostream &out);

/// For a comment on a pull request: a summary, tables of accesses and launches, lists of findings. At most as long as
/// GitHub takes one (65,536 characters); what is left out is counted.
void printDiffMarkdown(const ReportComparison &comparison, std::ostream &out);

/// Schema sectorscope-diff/1, see test/diff.schema.json.
void printDiffJson(const ReportComparison &comparison, std::ostream &out);

} // namespace sectorscope

#endif
