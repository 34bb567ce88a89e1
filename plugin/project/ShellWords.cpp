// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ShellWords.h"

#include <string_view>

namespace sectorscope {

std::optional<std::vector<std::string>> shellWords(const std::string &command) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == '\'') {
      quote = c == '\'' ? 0 : quote;
      if (quote)
        word += c;
    } else if (c == '\\' && at + 1 < command.size()) {
      const char next = command[++at];
      // Within double quotes, a backslash before anything else is itself.
      if (quote && std::string_view("$`\"\\\n").find(next) == std::string_view::npos)
        word += c;
      if (next != '\n')
        word += next;
      inWord = true;
    } else if (quote) {
      quote = c == '"' ? 0 : quote;
      if (quote)
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (inWord)
        words.push_back(word);
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (quote)
    return std::nullopt;
  if (inWord)
    words.push_back(word);
  return words;
}

std::vector<std::string> listItems(const std::string &list) {
  std::vector<std::string> items(1);
  bool isQuoted = false;
  for (std::size_t at = 0; at < list.size(); ++at) {
    const char c = list[at];
    if (c == '\\' && at + 1 < list.size()) {
      if (list[at + 1] != ',')
        items.back() += c;
      items.back() += list[++at];
    } else if (c == ',' && !isQuoted) {
      items.emplace_back();
    } else {
      isQuoted = isQuoted != (c == '"');
      items.back() += c;
    }
  }
  std::erase(items, "");
  return items;
}

} // namespace sectorscope
