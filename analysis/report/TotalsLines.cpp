// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TotalsLines.h"

#include "model/FormatNumber.h"
#include "model/LaunchWaste.h"
#include "report/RooflineLines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sectorscope {
namespace {

constexpr double kWorthALine = 0.05; // of what a launch moves
constexpr std::size_t kMostLines = 3;

/// 1,048,576.
std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

/// From a perfect cache to none: "0.25 to 1", or one number where both are the same.
std::string rangeText(double perfect) {
  return perfect >= 0.995 ? formatCount(perfect) : formatCount(perfect) + " to 1";
}

std::optional<LabelledLine> wasteLine(const KernelReport &kernel, const LaunchReport &launch) {
  const LaunchWaste waste = wasteOf(launch);
  std::map<std::string, double> byLine;
  double all = 0;
  for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
    const SourcePlace &place = launch.accesses[i].site.place;
    const std::string name = place.file == kernel.place.file ? fmt::format("line {}", place.line)
                                                             : fmt::format("{}:{}", place.file, place.line);
    byLine[name] += waste.wasted[i];
    all += waste.wasted[i];
  }
  if (waste.sectors <= 0 || all / waste.sectors < kWorthALine)
    return std::nullopt;
  std::vector<std::pair<std::string, double>> worst(byLine.begin(), byLine.end());
  std::stable_sort(worst.begin(), worst.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
  const auto percent = [&](double part) { return fmt::format("{:.0f} %", 100 * part / waste.sectors); };
  std::string text = fmt::format("{} of the sectors that {} moves are not needed:", percent(all),
                                 waste.isWhole ? "the launch" : "a block");
  for (std::size_t i = 0; i < std::min(kMostLines, worst.size()) && worst[i].second / waste.sectors >= kWorthALine; ++i)
    text += fmt::format("{} {} by {}", i ? "," : "", percent(worst[i].second), worst[i].first);
  return LabelledLine{"waste", text};
}

std::optional<LabelledLine> movedLine(const char *label, const Moved &moved, double fills, unsigned sectorBytes) {
  if (!moved.sectors || *moved.sectors == 0)
    return std::nullopt;
  std::string text = grouped(*moved.sectors) + " sectors";
  if (moved.usefulBytes && *moved.usefulBytes > 0)
    text += fmt::format(" for {} asked for ({})", formatBytes(*moved.usefulBytes),
                        formatRatio(*moved.sectors * sectorBytes / *moved.usefulBytes));
  const bool areDistinct =
      moved.distinctSectors && static_cast<double>(*moved.distinctSectors) == std::round(*moved.sectors);
  if (areDistinct)
    text += ", all distinct";
  else if (moved.distinctSectors)
    text += fmt::format(", {} of them distinct: L2/demand {}", grouped(static_cast<double>(*moved.distinctSectors)),
                        rangeText(static_cast<double>(*moved.distinctSectors) / *moved.sectors));
  if (const double perfect = moved.dramSectors ? (*moved.dramSectors - fills) / *moved.sectors : 1;
      !areDistinct || perfect > 1.005)
    text += fmt::format(", DRAM/demand {}", rangeText((*moved.dramSectors - fills) / *moved.sectors));
  return LabelledLine{label, text};
}

void addPart(const LaunchTotals &totals, unsigned sectorBytes, std::vector<LabelledLine> &lines) {
  if (totals.fillSectors.value_or(0) >= 1)
    lines.push_back(
        {"fills", fmt::format("{} sectors are written in part and read from DRAM for it ({})",
                              grouped(*totals.fillSectors), formatBytes(*totals.fillSectors * sectorBytes))});
  const auto &perfect = totals.read.dramSectors, &part = totals.read.dramSectorsOfPart;
  if (perfect && part && *part > 1.01 * *perfect + 1000)
    lines.push_back({"L2", fmt::format("forgets or writes back too early: {} read from DRAM instead of {}",
                                       formatBytes(*part * sectorBytes), formatBytes(*perfect * sectorBytes))});
}

} // namespace

std::vector<LabelledLine> totalsLines(const KernelReport &kernel, const LaunchReport &launch, unsigned sectorBytes) {
  std::vector<LabelledLine> lines;
  if (const auto line = wasteLine(kernel, launch))
    lines.push_back(*line);
  if (!launch.totals)
    return lines;
  const LaunchTotals &totals = *launch.totals;
  if (const auto line = movedLine("reads", totals.read, totals.fillSectors.value_or(0), sectorBytes))
    lines.push_back(*line);
  if (const auto line = movedLine("writes", totals.written, 0, sectorBytes))
    lines.push_back(*line);
  addPart(totals, sectorBytes, lines);
  if (totals.sectorsServedAtL2.value_or(0) >= 1)
    lines.push_back({"past L1", fmt::format("{} of the sectors read are served at L2, whatever lies in L1",
                                            grouped(*totals.sectorsServedAtL2))});
  if (!totals.formula.empty())
    lines.push_back({"in all", totals.formula});
  else if (launch.shape.grid && !totals.reason.empty())
    lines.push_back({"not told", totals.reason});
  if (launch.roofline)
    for (const LabelledLine &line : rooflineLines(*launch.roofline))
      lines.push_back(line);
  return lines;
}

} // namespace sectorscope
