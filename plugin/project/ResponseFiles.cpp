// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ResponseFiles.h"

#include "project/ShellWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace sectorscope {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// The files that arguments[at] names, and `at` moved to its last word; empty where it is an ordinary argument.
Words filesNamedAt(const Words &arguments, std::size_t &at) {
  const std::string &argument = arguments[at];
  if (argument.starts_with("@") && argument.size() > 1)
    return {argument.substr(1)};
  for (const std::string option : {"--options-file", "-optf"}) {
    if (argument == option && at + 1 < arguments.size())
      return listItems(arguments[++at]);
    if (argument.starts_with(option + "="))
      return listItems(argument.substr(option.size() + 1));
  }
  return {};
}

Words wordsOf(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw std::runtime_error(fmt::format("the response file {} cannot be read; build the project first", file));
  std::ostringstream text;
  text << in.rdbuf();
  const std::optional<Words> words = shellWords(text.str());
  if (!words)
    throw std::runtime_error(fmt::format("the response file {} leaves a quote open; close it", file));
  return *words;
}

void append(const Words &arguments, const std::string &directory, Words &open, Words &all) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t first = i;
    const Words names = filesNamedAt(arguments, i);
    if (names.empty())
      all.push_back(arguments[first]);
    for (const std::string &name : names) {
      const std::string file = (fs::path(directory) / name).lexically_normal().string();
      if (std::ranges::find(open, file) != open.end())
        throw std::runtime_error(fmt::format("the response file {} names itself; take it out of its own words", file));
      const Words words = wordsOf(file);
      open.push_back(file);
      append(words, directory, open, all);
      open.pop_back();
    }
  }
}

} // namespace

Words withResponseFiles(const Words &arguments, const std::string &directory) {
  Words open, all;
  append(arguments, directory, open, all);
  return all;
}

} // namespace sectorscope
