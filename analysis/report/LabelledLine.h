// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A line of a report for people.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_LABELLEDLINE_H
#define SECTORSCOPE_ANALYSIS_REPORT_LABELLEDLINE_H

#include <string>

namespace sectorscope {

/// A word and what is said of it: {"fills", "1,048,576 sectors are written in part ..."}.
struct LabelledLine {
  std::string label, text;
  friend bool operator==(const LabelledLine &, const LabelledLine &) = default;
};

} // namespace sectorscope

#endif
