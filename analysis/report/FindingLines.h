// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Findings for other tools, one line or document each: GCC-style text, rdjsonl, optimisation records. Findings that a
/// baseline holds are left out: these formats are for what is to be looked at.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_FINDINGLINES_H
#define SECTORSCOPE_ANALYSIS_REPORT_FINDINGLINES_H

#include "sectorscope/Report.h"

#include <ostream>

namespace sectorscope {

/// As GCC and Clang write warnings, for editors and build logs:
///
///     k.cu:6:10: warning: load of 4 bytes per lane moves 12 sectors ... [sectorscope-excess-sectors]
void printGcc(const Report &report, std::ostream &out);

/// Reviewdog's diagnostics, one JSON object per line.
void printRdjsonl(const Report &report, std::ostream &out);

/// Optimisation records of LLVM in YAML, for llvm-remarkutil: a finding is a missed optimisation, an access is analysis
/// with its numbers as arguments. Only what has a place and, as the format asks, a function.
void printRemarks(const Report &report, std::ostream &out);

} // namespace sectorscope

#endif
