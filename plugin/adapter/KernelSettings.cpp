// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/KernelSettings.h"

#include "adapter/Config.h"
#include "adapter/ParseNumber.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope {
namespace {

std::string withoutSpaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

} // namespace

bool parseAssumption(const std::string &text, LaunchShape &launch) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return false;
  const auto value = parseNumber<std::int64_t>(text.substr(equals + 1));
  const std::string name = text.substr(0, equals);
  const std::size_t percent = name.find('%');
  if (!value || percent == 0)
    return false;
  if (percent == std::string::npos) {
    launch.arguments.insert_or_assign(name, *value);
    return true;
  }
  const auto multiple = parseNumber<std::uint64_t>(name.substr(percent + 1));
  if (*value != 0 || !multiple || *multiple == 0 || *multiple > (1U << 30))
    return false;
  launch.multiples.insert_or_assign(name.substr(0, percent), *multiple);
  return true;
}

KernelSettings parseLaunchOption(const std::string &text, const std::string &what) {
  const std::string plain = withoutSpaces(text);
  const auto bad = [&](const std::string &why) {
    return UsageError(fmt::format("{}: '{}' {}; write KERNEL<<<GRID, BLOCK>>>(NAME=VALUE, ...), such as "
                                  "'saxpy<<<128, 256>>>(n=32768)', ? for what is not known",
                                  what, text, why));
  };
  // The last one: template arguments may look alike.
  const std::size_t open = plain.rfind("<<<");
  const std::size_t close = open == std::string::npos ? open : plain.find(">>>", open);
  if (open == 0 || close == std::string::npos)
    throw bad("is no launch");
  KernelSettings settings;
  settings.origin = what;
  settings.kernel = plain.substr(0, open);
  const std::string shape = plain.substr(open + 3, close - open - 3);
  const std::size_t comma = shape.find(',');
  if (comma == std::string::npos || shape.find(',', comma + 1) != std::string::npos)
    throw bad("does not give grid and block");
  if (const std::string grid = shape.substr(0, comma); grid != "?")
    settings.launch.grid = parseDim3(grid, what, largestGrid);
  if (const std::string block = shape.substr(comma + 1); block != "?")
    settings.launch.block = parseDim3(block, what, largestBlock);
  std::string rest = plain.substr(close + 3);
  if (rest.empty())
    return settings;
  if (rest.size() < 2 || rest.front() != '(' || rest.back() != ')')
    throw bad("does not end with arguments in parentheses");
  rest = rest.substr(1, rest.size() - 2);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (!parseAssumption(rest.substr(0, end), settings.launch))
      throw bad(fmt::format("has the argument '{}'", rest.substr(0, end)));
    rest.erase(0, end + 1);
  }
  return settings;
}

bool isNamed(const Kernel &kernel, const std::string &name) {
  const std::string wanted = withoutSpaces(name);
  if (wanted == kernel.mangled || wanted == withoutSpaces(kernel.name))
    return true;
  return std::any_of(kernel.shortNames.begin(), kernel.shortNames.end(),
                     [&](const std::string &known) { return wanted == withoutSpaces(known); });
}

} // namespace sectorscope
