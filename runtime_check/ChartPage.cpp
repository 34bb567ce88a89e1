// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes pages.

#include "ChartPage.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace sectorscope::check {

/// Chart.js as the build found it; empty if it did not. In a file that the build writes.
extern const char *const chartLibrary;

namespace {

std::string escaped(const std::string &text) {
  std::string html;
  for (const char c : text)
    switch (c) {
    case '&':
      html += "&amp;";
      break;
    case '<':
      html += "&lt;";
      break;
    case '>':
      html += "&gt;";
      break;
    case '"':
      html += "&quot;";
      break;
    default:
      html += c;
    }
  return html;
}

/// Inside a script, "</" could end it.
std::string inScript(const nlohmann::ordered_json &json) {
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  for (auto at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3))
    text.insert(at + 1, "\\");
  return text;
}

std::string tableOf(const Chart &chart) {
  constexpr std::size_t many = 24;
  std::string html =
      chart.rows.size() > many ? fmt::format("<details><summary>{} rows</summary>\n", chart.rows.size()) : "";
  html += "<table><tr>";
  for (const std::string &column : chart.columns)
    html += "<th>" + escaped(column) + "</th>";
  html += "</tr>\n";
  for (const std::vector<std::string> &row : chart.rows) {
    html += "<tr>";
    for (const std::string &cell : row)
      html += "<td>" + escaped(cell) + "</td>";
    html += "</tr>\n";
  }
  return html + (chart.rows.size() > many ? "</table></details>\n" : "</table>\n");
}

constexpr const char *style = R"(
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #111; background: #fff; }
.chart { height: 26em; position: relative; }
table { border-collapse: collapse; margin: 1em 0 3em; font-size: 13px; }
th, td { border-bottom: 1px solid #ccc; padding: .2em .8em; text-align: left; }
)";

} // namespace

std::string colourOf(std::size_t number) {
  static constexpr std::array<const char *, 8> colours = {"#0072B2", "#E69F00", "#009E73", "#D55E00",
                                                          "#56B4E9", "#CC79A7", "#999933", "#000000"};
  return colours[number % colours.size()];
}

std::string toHtml(const ChartPage &page) {
  if (!*chartLibrary)
    throw std::runtime_error("--html: this build has no chart library: install the package libjs-chart.js, and build "
                             "again");
  std::string body, script = "Chart.defaults.animation = false;\nChart.defaults.maintainAspectRatio = false;\n";
  for (const std::string &paragraph : page.paragraphs)
    body += "<p>" + escaped(paragraph) + "</p>\n";
  for (std::size_t i = 0; i != page.charts.size(); ++i) {
    const Chart &chart = page.charts[i];
    body += fmt::format("<h2>{}</h2>\n<p>{}</p>\n<div class=\"chart\"><canvas id=\"chart{}\" role=\"img\" "
                        "aria-label=\"{}; the numbers stand in the table below\"></canvas></div>\n{}",
                        escaped(chart.title), escaped(chart.note), i, escaped(chart.title), tableOf(chart));
    script += fmt::format("new Chart(document.getElementById('chart{}'), {});\n", i, inScript(chart.config));
  }
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n"
                     "<style>{}</style>\n<script>{}</script></head>\n<body><h1>{}</h1>\n{}<script>\n{}</script></body>"
                     "</html>\n",
                     escaped(page.title), style, chartLibrary, escaped(page.title), body, script);
}

} // namespace sectorscope::check
