// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The report for people.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_TEXT_H
#define SECTORSCOPE_ANALYSIS_REPORT_TEXT_H

#include "sectorscope/Report.h"

#include <ostream>

namespace sectorscope {

struct TextOptions {
  bool color = false;   ///< ANSI colours
  unsigned width = 100; ///< columns; at least 60 are used
  bool records = false; ///< tables of the records and who uses them
};

/// One block per kernel and launch with one row per access in source order; then findings with evidence and advice;
/// then what was not analysed and why; then how sure the report is as a whole.
void printText(const Report &report, const TextOptions &options, std::ostream &out);

/// Only the findings of a report, under their heading.
void printFindings(const Report &report, const TextOptions &options, std::ostream &out);

} // namespace sectorscope

#endif
