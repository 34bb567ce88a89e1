// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Small changes to a source text, made as values before anything is written.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_SOURCEEDITS_H
#define SECTORSCOPE_ANALYSIS_REPORT_SOURCEEDITS_H

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace sectorscope {

/// `before`, which stands at `line` (from 1) and `column` (from 0), becomes `after`.
struct SourceEdit {
  unsigned line = 0;
  std::size_t column = 0;
  std::string name; ///< what `before` is a value of, as it stands in front of it: "sectors=", "sectors<="; may be empty
  std::string before, after;

  auto operator<=>(const SourceEdit &) const = default;
};

/// A line that should be changed and cannot be, with why.
struct UnchangedLine {
  unsigned line = 0;
  std::string reason;

  auto operator<=>(const UnchangedLine &) const = default;
};

struct SourceEdits {
  std::vector<SourceEdit> edits;
  std::vector<UnchangedLine> left;
};

/// The text with all edits, which must not overlap; every other byte stays.
std::string applied(const std::string &source, std::vector<SourceEdit> edits);

/// One line of text for each line that is edited, in their order.
///
/// Worked example: 4/4/4 at line 6 becomes 8/8/8, and 4 becomes 8: "6: sectors=4/4/4 -> 8/8/8, ideal=4 -> 8".
std::vector<std::string> editLines(std::vector<SourceEdit> edits);

} // namespace sectorscope

#endif
