// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace sectorscope {

std::string colored(const std::string &text, Color color, bool enabled) {
  if (!enabled || color == Color::None)
    return text;
  const char *code = "0";
  switch (color) {
  case Color::None:
    break;
  case Color::Bold:
    code = "1";
    break;
  case Color::Dim:
    code = "2";
    break;
  case Color::Red:
    code = "31";
    break;
  case Color::Yellow:
    code = "33";
    break;
  case Color::Green:
    code = "32";
    break;
  case Color::Cyan:
    code = "36";
    break;
  }
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

std::vector<std::string> wrapped(const std::string &text, unsigned width) {
  const auto nextSpace = [&](std::size_t at) { return std::min(text.find(' ', at), text.size()); };
  std::vector<std::string> lines;
  std::string line;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = nextSpace(at);
    // An operator stays with its right operand: "+ 12" begins the next line rather than "12".
    if (end == at + 1 && end < text.size() && std::string_view("+-&|^<?:").find(text[at]) != std::string_view::npos)
      end = nextSpace(end + 1);
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty())
      continue;
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty() || lines.empty())
    lines.push_back(line);
  return lines;
}

void Table::print(std::ostream &out, unsigned indent, unsigned width, bool color) const {
  const std::size_t last = headings.size() - 1;
  std::vector<std::size_t> widths(headings.size());
  for (std::size_t c = 0; c < headings.size(); ++c) {
    widths[c] = headings[c].size();
    for (const Row &row : rows)
      widths[c] = std::max(widths[c], row.cells[c].text.size());
  }
  std::size_t lastAt = indent;
  for (std::size_t c = 0; c < last; ++c)
    lastAt += widths[c] + 2;
  // Where the last column would be a sliver, it goes below the row instead.
  constexpr std::size_t narrowest = 26;
  const bool below = width < lastAt + narrowest;
  const std::size_t noteAt = indent + widths[0] + 2;
  const unsigned lastWidth = static_cast<unsigned>((below ? std::max(width, 60U) - noteAt : width - lastAt) - 2);

  const std::string margin(indent, ' ');
  std::string heading;
  for (std::size_t c = 0; c < headings.size(); ++c)
    heading += c == last ? headings[c] : fmt::format("{:<{}}  ", headings[c], widths[c]);
  out << margin << colored(heading, Color::Dim, color) << '\n';
  for (const Row &row : rows) {
    out << margin;
    for (std::size_t c = 0; c < last; ++c)
      out << (c ? "  " : "") << colored(row.cells[c].text, row.cells[c].color, color)
          << std::string(widths[c] - row.cells[c].text.size(), ' ');
    out << (below ? "\n" : "  ");
    const std::size_t at = below ? noteAt : lastAt;
    const std::vector<std::string> lines = wrapped(row.cells[last].text, lastWidth);
    for (std::size_t n = 0; n < lines.size(); ++n)
      out << std::string(n ? at + 2 : below ? at : 0, ' ') << colored(lines[n], row.cells[last].color, color) << '\n';
    for (const std::string &note : row.notes)
      for (const std::string &line : wrapped(note, static_cast<unsigned>(std::max<std::size_t>(width - noteAt, 24))))
        out << std::string(noteAt, ' ') << colored(line, Color::Dim, color) << '\n';
  }
}

} // namespace sectorscope
