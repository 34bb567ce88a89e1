// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Holds a run's circumstances against a profile's, and reads its curves.

#include "Ceiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sectorscope::check {

namespace {

/// "580.159.04" of "NVIDIA H200, driver 580.159.04, 2026-11-30".
std::string driverOf(const std::string &measured) {
  constexpr std::string_view before = "driver ";
  const auto at = measured.find(before);
  if (at == std::string::npos)
    return "";
  const auto begin = at + before.size();
  return measured.substr(begin, measured.find(',', begin) - begin);
}

/// The lowest memory clock of the run; the part's highest where none was sampled.
double memoryHertz(const Run &run) {
  constexpr double mega = 1e6;
  std::vector<double> clocks;
  for (const ClockSample &sample : run.clocks)
    if (sample.memoryMegahertz)
      clocks.push_back(*sample.memoryMegahertz * mega);
  return clocks.empty() ? run.device.memoryHertz : std::ranges::min(clocks);
}

} // namespace

std::vector<std::string> ceilingProblems(const Run &run, const TargetModel &target) {
  if (!target.ceilings)
    return {fmt::format("the profile of {} has no ceilings", target.arch)};
  std::vector<std::string> problems;
  const auto differ = [&](const char *what, const std::string &ceilings, const std::string &ran) {
    problems.push_back(fmt::format("{}: the ceilings are of {}, the run of {}", what, ceilings, ran));
  };
  if (target.arch != run.device.arch || target.name != run.device.name)
    differ("device", fmt::format("{} ({})", target.name, target.arch),
           fmt::format("{} ({})", run.device.name, run.device.arch));
  const std::string driver = driverOf(target.ceilings->measured);
  if (driver.empty() || run.record.driver.empty())
    problems.emplace_back(driver.empty() ? "driver: the profile does not say with which it was measured"
                                         : "driver: the run does not say with which it was made");
  // A profile may name the branch alone, "580".
  else if (driver != run.record.driver && !run.record.driver.starts_with(driver + '.'))
    differ("driver", driver, run.record.driver);
  if (!target.peak) {
    problems.emplace_back("ECC and power state: the profile does not say in which it was measured");
    return problems;
  }
  if (target.peak->ecc.starts_with("on") != run.device.ecc)
    differ("ECC", target.peak->ecc, run.device.ecc ? "on" : "off");
  constexpr double tolerance = 0.005, mega = 1e6; // clocks are told in whole megahertz
  if (const double hertz = memoryHertz(run); std::abs(hertz / target.peak->memoryHertz - 1) > tolerance)
    differ("power state", fmt::format("{:.0f} MHz memory clock", target.peak->memoryHertz / mega),
           fmt::format("{:.0f} MHz", hertz / mega));
  return problems;
}

std::optional<double> ceilingOfMix(const Ceilings &ceilings, double readShare) {
  if (!ceilings.readBytesPerSecond || !ceilings.writeBytesPerSecond || !ceilings.copyBytesPerSecond ||
      !ceilings.triadBytesPerSecond)
    return std::nullopt;
  Curve mixes{{{0, *ceilings.writeBytesPerSecond},
               {0.5, *ceilings.copyBytesPerSecond},
               {2.0 / 3, *ceilings.triadBytesPerSecond},
               {1, *ceilings.readBytesPerSecond}}};
  if (ceilings.mixBytesPerSecond)
    for (const auto &point : ceilings.mixBytesPerSecond->points)
      mixes.points.push_back(point);
  std::ranges::sort(mixes.points);
  return mixes.at(readShare);
}

std::optional<double> rateInFlight(const Ceilings &ceilings, double bytes) {
  if (!ceilings.bytesInFlight || ceilings.bytesInFlight->points.empty())
    return std::nullopt;
  const auto &[first, rate] = ceilings.bytesInFlight->points.front();
  return bytes < first ? rate * bytes / first : ceilings.bytesInFlight->at(bytes);
}

std::optional<double> enoughInFlight(const Ceilings &ceilings) {
  if (!ceilings.bytesInFlight || ceilings.bytesInFlight->points.empty())
    return std::nullopt;
  constexpr double nearly = 0.98;
  double highest = 0;
  for (const auto &[bytes, rate] : ceilings.bytesInFlight->points)
    highest = std::max(highest, rate);
  for (const auto &[bytes, rate] : ceilings.bytesInFlight->points)
    if (rate >= nearly * highest)
      return bytes;
  return std::nullopt;
}

} // namespace sectorscope::check
