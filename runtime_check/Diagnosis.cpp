// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares demand, L2 and DRAM.

#include "Diagnosis.h"

#include "TrafficReplay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sectorscope::check {

namespace {

/// Where a ratio begins to say something. Half as much again is more than boundary warps and misaligned starts make;
/// a twentieth is what counters of whole launches scatter.
constexpr double farAbove = 1.5, served = 2, scatter = 0.05;

/// What is read a second time, beyond what predictions of whole launches are off by.
constexpr double again = 1.25;

} // namespace

std::optional<MovedSectors> movedSectors(const Launch &launch, const PredictedTotals *predicted) {
  MovedSectors moved;
  const auto add = [&](double &to, const char *counter) {
    const std::optional<double> sectors = launch.counter(counter);
    to += sectors.value_or(0);
    return sectors.has_value();
  };
  for (const char *counter : {"l1_load_sectors", "l1_store_sectors", "l1_reduction_sectors", "l1_atomic_sectors"})
    if (!add(moved.demand, counter))
      return std::nullopt;
  if (!add(moved.l2, "l2_sectors") || !add(moved.dramRead, "dram_sectors_read") ||
      !add(moved.dramWritten, "dram_sectors_written"))
    return std::nullopt;
  for (const Instruction &instruction : launch.instructions)
    if (instruction.space != "shared" && instruction.space != "local")
      moved.ideal += static_cast<double>(instruction.idealSectors);
  if (predicted)
    moved.readOnce = predicted->dramReadOnce;
  return moved;
}

const char *toString(TrafficCase what) {
  switch (what) {
  case TrafficCase::Coalescing:
    return "coalescing";
  case TrafficCase::L2Capacity:
    return "L2 capacity";
  case TrafficCase::GoodLocality:
    return "good locality";
  case TrafficCase::PassThrough:
    return "pass-through";
  }
  return "";
}

std::vector<TrafficCase> casesOf(const MovedSectors &moved) {
  std::vector<TrafficCase> cases;
  if (moved.ideal > 0 && moved.demand > farAbove * moved.ideal)
    cases.push_back(TrafficCase::Coalescing);
  // What a stream reads once comes from DRAM in any case: only what is read more often than once is lost capacity.
  // Without a prediction, reuse shows in L2 giving more than DRAM would have to.
  const double dramRead = moved.dramRead - backgroundSectors;
  const bool isLost =
      moved.readOnce ? dramRead > again * *moved.readOnce : moved.demand > served * moved.l2 && dramRead > moved.l2 / 2;
  if (isLost && dramRead > scatter * moved.demand)
    cases.push_back(TrafficCase::L2Capacity);
  if (moved.demand >= served * moved.l2)
    cases.push_back(TrafficCase::GoodLocality);
  else if (moved.l2 >= (1 - scatter) * moved.demand)
    cases.push_back(TrafficCase::PassThrough);
  return cases;
}

std::string toText(const MovedSectors &moved) {
  std::vector<std::string> names;
  for (const TrafficCase what : casesOf(moved))
    names.emplace_back(toString(what));
  const double dram = moved.dramRead + moved.dramWritten;
  const std::string verdict = names.empty() ? "none of the four cases" : fmt::format("{}", fmt::join(names, ", "));
  if (moved.ideal <= 0)
    return fmt::format("{:.0f} : {:.0f} : {:.0f} sectors demanded, at L2, at DRAM: {}", moved.demand, moved.l2, dram,
                       verdict);
  return fmt::format("{:.2f} : {:.2f} : {:.2f} sectors demanded, at L2, at DRAM for each that the bytes need: {}",
                     moved.demand / moved.ideal, moved.l2 / moved.ideal, dram / moved.ideal, verdict);
}

} // namespace sectorscope::check
