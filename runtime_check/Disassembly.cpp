// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads inline stacks out of a disassembly, and demangles names.

#include "ProfilerOutput.h"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <memory>

namespace sectorscope::check {

namespace {

/// //## File "a.cu", line 91 inlined at "a.cu", line 93
std::optional<Place> placeOf(std::string_view line) {
  std::size_t open = line.find("File \"");
  if (open == std::string_view::npos)
    return std::nullopt;
  std::size_t start = open + 6, close = line.find('"', start);
  if (close == std::string_view::npos)
    return std::nullopt;
  constexpr std::string_view lineWord = "\", line ";
  if (line.substr(close, lineWord.size()) != lineWord)
    return std::nullopt;
  Place place{std::string(line.substr(start, close - start)), 0};
  const char *digits = line.data() + close + lineWord.size();
  std::from_chars(digits, line.data() + line.size(), place.line);
  return place.line ? std::optional(place) : std::nullopt;
}

} // namespace

void readDisassembly(std::string_view text, InlineFrames &frames) {
  std::string kernel;
  std::vector<Place> stack;
  bool stackEnded = true;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(".text.") && line.ends_with(':')) {
      kernel = line.substr(6, line.size() - 7);
      stack.clear();
      continue;
    }
    std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos)
      continue;
    line.remove_prefix(start);
    if (line.starts_with("//##")) {
      if (stackEnded)
        stack.clear();
      if (std::optional<Place> place = placeOf(line))
        stack.push_back(std::move(*place));
      stackEnded = line.find("inlined at") == std::string_view::npos;
    } else if (line.starts_with("/*") && !kernel.empty()) {
      std::uint64_t offset = 0;
      std::string_view digits = line.substr(2);
      auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset, 16);
      if (error == std::errc() && *rest == '*' && !stack.empty())
        frames[{kernel, offset}] = stack;
      stackEnded = true;
    }
  }
}

std::string demangle(const std::string &mangled) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                   std::free);
  return status == 0 && name ? name.get() : mangled;
}

} // namespace sectorscope::check
