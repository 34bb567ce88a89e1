// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TrafficReplay.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>

namespace sectorscope::check {
namespace {

std::vector<std::string> split(std::string_view line, char at) {
  std::vector<std::string> parts;
  for (std::size_t from = 0;;) {
    const std::size_t end = line.find(at, from);
    parts.emplace_back(line.substr(from, end - from));
    if (end == std::string_view::npos)
      return parts;
    from = end + 1;
  }
}

/// One row, by the names of the columns.
class Row {
public:
  Row(const std::vector<std::string> &names, std::string_view line, std::size_t number) : number(number) {
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() != names.size())
      fail(fmt::format("has {} columns instead of {} (cut off?)", cells.size(), names.size()));
    for (std::size_t i = 0; i < names.size(); ++i)
      byName[names[i]] = cells[i];
  }

  const std::string &text(const std::string &name) const {
    const auto found = byName.find(name);
    if (found == byName.end())
      fail(fmt::format("has no column '{}'", name));
    return found->second;
  }

  double count(const std::string &name) const { return numberIn(text(name), name); }

  std::optional<double> sumOf(std::initializer_list<const char *> names) const {
    std::optional<double> sum;
    for (const char *name : names)
      if (const auto found = byName.find(name); found != byName.end())
        sum = sum.value_or(0) + numberIn(found->second, name);
    return sum;
  }

  Dim3 shape(const std::string &name) const {
    const std::vector<std::string> axes = split(text(name), 'x');
    Dim3 shape{1, 1, 1};
    if (axes.size() != shape.size())
      fail(fmt::format("'{}' is no {}", text(name), name));
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      shape[axis] = static_cast<unsigned>(numberIn(axes[axis], name));
    return shape;
  }

private:
  double numberIn(const std::string &cell, const std::string &name) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size() || cell.empty())
      fail(fmt::format("'{}' is no number of {}", cell, name));
    return static_cast<double>(value);
  }

  [[noreturn]] void fail(const std::string &what) const {
    throw std::runtime_error(fmt::format("row {} {}", number, what));
  }

  std::size_t number;
  std::map<std::string, std::string> byName;
};

/// "saxpy" of "void ns::saxpy<float>(int)".
std::string baseName(const std::string &name) {
  std::string base = name.substr(0, name.find('('));
  base = base.substr(0, base.find('<'));
  const std::size_t before = base.find_last_of(": ");
  return before == std::string::npos ? base : base.substr(before + 1);
}

} // namespace

std::vector<CountedLaunch> countedFromTsv(std::string_view text) {
  std::vector<CountedLaunch> launches;
  std::vector<std::string> names;
  std::size_t number = 0;
  for (const std::string &line : split(text, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#')
      continue;
    if (names.empty()) {
      names = split(line, '\t');
      continue;
    }
    const Row row(names, line, number);
    launches.push_back({.kernel = row.text("kernel"),
                        .grid = row.shape("grid"),
                        .block = row.shape("block"),
                        .dramRead = row.count("dram_read"),
                        .l1Read = row.sumOf({"sectors_ld"}),
                        .l1Written = row.sumOf({"sectors_st", "sectors_red", "sectors_atom"})});
  }
  if (launches.empty())
    throw std::runtime_error("holds no launch");
  return launches;
}

std::vector<ComparedLaunch> compareTraffic(const std::vector<CountedLaunch> &counted,
                                           const std::vector<PredictedKernel> &report) {
  std::vector<ComparedLaunch> compared;
  std::map<const PredictedLaunch *, bool> used;
  for (const CountedLaunch &launch : counted) {
    const PredictedLaunch *found = nullptr;
    bool isInReport = false;
    for (const PredictedKernel &kernel : report) {
      if (kernel.mangled != launch.kernel && baseName(kernel.name) != launch.kernel)
        continue;
      isInReport = true;
      for (const PredictedLaunch &predicted : kernel.launches)
        if (!found && !used[&predicted] && predicted.grid == launch.grid && predicted.block == launch.block)
          found = &predicted;
    }
    if (!isInReport)
      continue;
    ComparedLaunch &out =
        compared.emplace_back(ComparedLaunch{.counted = launch, .why = "no such launch in the report"});
    if (!found)
      continue;
    used[found] = true;
    const PredictedTotals &totals = found->totals;
    out.why = totals.reason;
    out.dramRead = totals.dramRead;
    out.touched = totals.touched.value_or(0);
    out.l1Read = totals.sectorsRead;
    out.l1Written = totals.sectorsWritten;
  }
  return compared;
}

double ComparedLaunch::dramError(double background) const {
  const double difference = std::abs(*dramRead - counted.dramRead);
  const double scale = std::max({counted.dramRead, touched, 1.0});
  return std::max(0.0, difference - background) / scale;
}

bool ComparedLaunch::isSameInL1() const {
  return l1Read && l1Written && counted.l1Read == l1Read && counted.l1Written == l1Written;
}

std::string trafficText(const std::vector<ComparedLaunch> &launches, double tolerance, bool all) {
  std::string text;
  std::size_t within = 0, beyond = 0, untold = 0, same = 0, inL1 = 0;
  for (const ComparedLaunch &launch : launches) {
    const bool isTold = launch.dramRead.has_value();
    const bool agrees = isTold && launch.dramError(backgroundSectors) <= tolerance;
    ++(agrees ? within : isTold ? beyond : untold);
    inL1 += launch.counted.l1Read && launch.l1Read;
    same += launch.counted.l1Read && launch.isSameInL1();
    if (all || !agrees)
      text += fmt::format("{:<28} {:>12.0f} sectors read from DRAM, predicted {}\n", launch.counted.kernel,
                          launch.counted.dramRead,
                          isTold ? fmt::format("{:.0f} ({:+.1f} %)", *launch.dramRead,
                                               100 * (*launch.dramRead - launch.counted.dramRead) /
                                                   std::max({launch.counted.dramRead, launch.touched, 1.0}))
                                 : "nothing: " + launch.why);
  }
  text += fmt::format("DRAM reads: {} launches within {:g} %, {} beyond, {} not told\n", within, 100 * tolerance,
                      beyond, untold);
  if (inL1)
    text += fmt::format("L1 sectors: {} of {} launches equal in reads and writes\n", same, inL1);
  return text;
}

} // namespace sectorscope::check
