// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Hints.h"

#include "model/Slice.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sectorscope {
namespace {

constexpr std::array<std::uint64_t, 6> kMultiples = {2, 4, 8, 16, 32, 64};
constexpr std::array<std::int64_t, 14> kValues = {1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64, 256, 1024, kUsualArgument};
constexpr std::size_t kMostArguments = 6; ///< that are tried; an access that hangs on more is beyond a hint
constexpr std::size_t kMostNodes = 1 << 16;

class Hinter {
public:
  Hinter(const AccessJudge &judge, const LaunchShape &launch) : judge(judge), launch(launch) {}

  /// The smallest multiple of a single argument that settles the access; else of all of `names`, without those that
  /// do not matter.
  void findMultiples(std::vector<std::string> names, Hint &hint) const {
    for (const std::uint64_t of : kMultiples)
      for (const std::string &name : names)
        if (const auto count = countIf({name}, of)) {
          hint.exactIf.push_back({name, of});
          hint.countThen = *count;
          return;
        }
    for (const std::uint64_t of : kMultiples) {
      const auto count = names.size() > 1 ? countIf(names, of) : std::nullopt;
      if (!count)
        continue;
      for (std::size_t i = 0; i < names.size();) {
        std::vector<std::string> fewer = names;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (!fewer.empty() && countIf(fewer, of))
          names = fewer;
        else
          ++i;
      }
      for (const std::string &name : names)
        hint.exactIf.push_back({name, of});
      hint.countThen = *count;
      return;
    }
  }

  /// The table of the one argument by which the number changes.
  void tabulate(const std::vector<std::string> &names, Hint &hint) const {
    for (const std::string &name : names) {
      std::vector<Hint::Row> table;
      for (const std::int64_t value : kValues) {
        const auto count = countAt(names, name, value);
        if (!count)
          return;
        if (!table.empty() && std::abs(table.back().count - *count) < 1e-9)
          table.back().to = value;
        else
          table.push_back({value, value, *count});
      }
      if (table.size() < 2)
        continue;
      if (!hint.argument.empty()) { // several matter
        hint.argument.clear();
        hint.table.clear();
        return;
      }
      hint.argument = name;
      hint.table = table;
    }
  }

private:
  std::optional<double> countUnder(const LaunchShape &shape) const {
    Effort none{.onlyExact = true};
    const Footprint f = judge(shape, none);
    return f.certainty == Certainty::Exact && f.count().max > 0 ? std::optional(f.count().mean) : std::nullopt;
  }
  std::optional<double> countIf(const std::vector<std::string> &names, std::uint64_t of) const {
    LaunchShape shape = launch;
    for (const std::string &name : names)
      shape.multiples[name] = of;
    return countUnder(shape);
  }
  std::optional<double> countAt(const std::vector<std::string> &names, const std::string &name,
                                std::int64_t value) const {
    LaunchShape shape = launch;
    for (const std::string &other : names)
      shape.arguments[other] = kUsualArgument;
    shape.arguments[name] = value;
    return countUnder(shape);
  }

  const AccessJudge &judge;
  const LaunchShape &launch;
};

} // namespace

std::optional<Hint> hintFor(const AccessJudge &judge, const Kernel &kernel, const AccessSite &site,
                            const LaunchShape &launch) {
  const AccessSlice slice = sliceFor(kernel.graph, site, launch, kMostNodes);
  std::vector<std::string> names;
  for (const ParamLeaf &param : slice.graph.params)
    if (!param.isPointer && param.width > 1)
      names.push_back(param.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.empty() || names.size() > kMostArguments)
    return std::nullopt;
  const Hinter hinter(judge, launch);
  Hint hint;
  hinter.findMultiples(names, hint);
  if (hint.exactIf.empty())
    hinter.tabulate(names, hint);
  if (hint.exactIf.empty() && hint.table.empty())
    return std::nullopt;
  return hint;
}

} // namespace sectorscope
