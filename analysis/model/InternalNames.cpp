// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/InternalNames.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace sectorscope {
namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The number that `text` begins with, at most 6 digits of it, which are taken from it.
std::size_t takeNumber(std::string_view &text) {
  std::size_t number = 0;
  for (unsigned digits = 0; digits < 6 && !text.empty() && isDigit(text.front()); ++digits) {
    number = 10 * number + static_cast<std::size_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  return number;
}

/// "__nv_static_21__7b24072a_4_m_cu_main_" in front: a length, and as many characters between underscores.
std::string_view withoutPrefix(std::string_view name) {
  constexpr std::string_view prefix = "__nv_static_";
  if (!name.starts_with(prefix))
    return name;
  std::string_view rest = name.substr(prefix.size());
  const std::size_t skipped = takeNumber(rest) + 2;
  return skipped < rest.size() ? rest.substr(skipped) : name;
}

/// "__intern__" or "__static__" and hexadecimal digits at the end.
std::string_view withoutSuffix(std::string_view name) {
  for (const std::string_view mark : {"__intern__", "__static__"})
    if (const std::size_t at = name.rfind(mark);
        at != std::string_view::npos && std::ranges::all_of(name.substr(at + mark.size()), [](char c) {
          return std::isxdigit(static_cast<unsigned char>(c)) != 0;
        }))
      return name.substr(0, at);
  return name;
}

} // namespace

std::string withoutFile(const std::string &mangled) {
  constexpr std::string_view unnamed = "_GLOBAL__N_";
  const std::string_view name = withoutSuffix(withoutPrefix(mangled));
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    std::string_view rest = name.substr(at);
    if (rest.front() == 'L' && rest.size() > 1 && isDigit(rest[1])) { // internal linkage: of clang alone
      ++at;
      continue;
    }
    if (isDigit(rest.front())) {
      const std::size_t length = takeNumber(rest);
      if (rest.starts_with(unnamed) && length <= rest.size()) {
        out += "12_GLOBAL__N_1";
        at = name.size() - rest.size() + length;
        continue;
      }
      const std::size_t end = name.size() - rest.size();
      out += name.substr(at, end - at);
      at = end;
      continue;
    }
    out += name[at++];
  }
  return out;
}

} // namespace sectorscope
