// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Tries.h"

#include "adapter/ParseNumber.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope {

namespace {

constexpr std::size_t mostCombinations = 64;

/// The command under one more condition. `what` begins complaints.
void apply(const std::string &name, const std::string &value, const std::string &what, AuditCommand &command) {
  if (name == triedBlock) {
    command.anyBlock = value == anyBlockWord;
    command.block = command.anyBlock ? std::nullopt : std::optional(parseDim3(value, what, largestBlock));
    for (KernelSettings &settings : command.kernels)
      settings.launch.block.reset();
  } else if (name == triedGrid) {
    command.grid = parseDim3(value, what, largestGrid);
    for (KernelSettings &settings : command.kernels)
      settings.launch.grid.reset();
  } else {
    const auto number = parseNumber<std::int64_t>(value);
    if (!number)
      throw UsageError(fmt::format("{}: '{}' is no whole number", what, value));
    command.arguments[name] = *number;
    command.multiples.erase(name);
    for (KernelSettings &settings : command.kernels) {
      settings.launch.arguments.erase(name);
      settings.launch.multiples.erase(name);
    }
  }
}

std::string originOf(const std::string &name) { return "--try " + name; }

Try parseTry(const std::string &text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    throw UsageError(fmt::format(
        "--try: '{}' is not NAME=VALUE,VALUE,...; write block=32x8,16x16 or the name of a parameter", text));
  Try result{.name = text.substr(0, equals), .values = {}};
  AuditCommand scratch;
  for (std::size_t begin = equals + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    result.values.push_back(text.substr(begin, end - begin));
    apply(result.name, result.values.back(), originOf(result.name), scratch);
    begin = end + 1;
  }
  return result;
}

} // namespace

std::vector<Try> parseTries(const std::vector<std::string> &texts) {
  std::vector<Try> tries;
  std::size_t combinations = 1;
  for (const std::string &text : texts) {
    tries.push_back(parseTry(text));
    combinations *= tries.back().values.size();
  }
  if (tries.size() > 2)
    throw UsageError("--try: at most two names can be tried together");
  if (tries.size() == 2 && tries[0].name == tries[1].name)
    throw UsageError(fmt::format("--try: '{}' is given twice; write all of its values behind one", tries[0].name));
  if (combinations > mostCombinations)
    throw UsageError(
        fmt::format("--try: {} combinations, at most {} make a table; leave some out", combinations, mostCombinations));
  return tries;
}

bool triesBlock(const AuditCommand &command) {
  return std::any_of(command.tries.begin(), command.tries.end(),
                     [](const Try &what) { return what.name == triedBlock; });
}

std::vector<Variant> variantsOf(const AuditCommand &command) {
  std::vector<Variant> variants{{{}, command}};
  for (const Try &what : command.tries) {
    std::vector<Variant> more;
    for (const Variant &variant : variants)
      for (const std::string &value : what.values) {
        Variant &next = more.emplace_back(variant);
        next.tried.push_back({what.name, value});
        apply(what.name, value, originOf(what.name), next.command);
      }
    variants = std::move(more);
  }
  return variants;
}

} // namespace sectorscope
