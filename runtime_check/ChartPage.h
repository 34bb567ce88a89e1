// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// One HTML page of charts and tables that needs nothing else: the library that draws (Chart.js) is inside.

#ifndef SECTORSCOPE_RUNTIME_CHECK_CHARTPAGE_H
#define SECTORSCOPE_RUNTIME_CHECK_CHARTPAGE_H

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sectorscope::check {

/// A chart, and its numbers in a table.
struct Chart {
  std::string title, note;
  nlohmann::ordered_json config; ///< as Chart.js takes it: {"type": "bar", "data": {...}, "options": {...}}
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct ChartPage {
  std::string title;
  std::vector<std::string> paragraphs; ///< above the charts
  std::vector<Chart> charts;
};

/// Eight colours that colour-blind eyes tell apart (Okabe and Ito), by number; then from the front again.
std::string colourOf(std::size_t number);

/// \throws std::runtime_error with one line if this build has no chart library.
std::string toHtml(const ChartPage &page);

} // namespace sectorscope::check

#endif
