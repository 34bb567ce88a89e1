// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lines and tables for a terminal: wrapping, alignment, colour.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_TABLE_H
#define SECTORSCOPE_ANALYSIS_REPORT_TABLE_H

#include <ostream>
#include <string>
#include <vector>

namespace sectorscope {

enum class Color { None, Bold, Dim, Red, Yellow, Green, Cyan };

/// `text` in `color`, or as it is where colours are off.
std::string colored(const std::string &text, Color color, bool enabled);

/// Breaks `text` at spaces into lines of at most `width` columns; a longer word stands alone on its line.
std::vector<std::string> wrapped(const std::string &text, unsigned width);

/// One cell of a table.
struct TableCell {
  std::string text;
  Color color = Color::None;
};

/// A table whose last column takes the rest of the line and wraps.
class Table {
public:
  explicit Table(std::vector<std::string> headings) : headings(std::move(headings)) {}

  void row(std::vector<TableCell> cells) { rows.push_back({std::move(cells), {}}); }
  /// A line below the row before, e.g. the reason of a bound.
  void note(std::string text) { rows.back().notes.push_back(std::move(text)); }
  void print(std::ostream &out, unsigned indent, unsigned width, bool color) const;

private:
  struct Row {
    std::vector<TableCell> cells;
    std::vector<std::string> notes;
  };
  std::vector<std::string> headings;
  std::vector<Row> rows;
};

} // namespace sectorscope

#endif
