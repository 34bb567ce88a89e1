// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SourceEdits.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope {

std::string applied(const std::string &source, std::vector<SourceEdit> edits) {
  std::ranges::sort(edits);
  std::string text;
  std::size_t copied = 0, lineStart = 0;
  unsigned line = 1;
  for (const SourceEdit &edit : edits) {
    for (; line < edit.line; ++line)
      lineStart = source.find('\n', lineStart) + 1;
    const std::size_t at = lineStart + edit.column;
    text.append(source, copied, at - copied).append(edit.after);
    copied = at + edit.before.size();
  }
  return text.append(source, copied);
}

std::vector<std::string> editLines(std::vector<SourceEdit> edits) {
  std::ranges::sort(edits);
  std::vector<std::string> lines;
  unsigned line = 0;
  for (const SourceEdit &edit : edits) {
    const std::string what = fmt::format("{}{} -> {}", edit.name, edit.before, edit.after);
    if (edit.line == line)
      lines.back() += ", " + what;
    else
      lines.push_back(fmt::format("{}: {}", edit.line, what));
    line = edit.line;
  }
  return lines;
}

} // namespace sectorscope
