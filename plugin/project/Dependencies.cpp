// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/Dependencies.h"

#include <sstream>

namespace sectorscope {

std::string dependencyText(const std::string &target, const std::vector<std::string> &files) {
  const auto escaped = [](const std::string &name) {
    std::string out;
    for (const char c : name) {
      if (c == ' ' || c == '#')
        out += '\\';
      if (c == '$')
        out += '$';
      out += c;
    }
    return out;
  };
  std::string text = escaped(target) + ":";
  for (const std::string &file : files)
    text += " \\\n  " + escaped(file);
  return text + "\n";
}

std::vector<std::string> filesIn(const std::string &text) {
  std::vector<std::string> files;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line); // the target
  while (std::getline(lines, line)) {
    std::string file;
    if (line.ends_with(" \\"))
      line.resize(line.size() - 2);
    for (std::size_t at = line.find_first_not_of(' '); at < line.size(); ++at) {
      const bool isEscape =
          at + 1 < line.size() && ((line[at] == '\\' && (line[at + 1] == ' ' || line[at + 1] == '#')) ||
                                   (line[at] == '$' && line[at + 1] == '$'));
      file += line[isEscape ? ++at : at];
    }
    if (!file.empty())
      files.push_back(file);
  }
  return files;
}

} // namespace sectorscope
