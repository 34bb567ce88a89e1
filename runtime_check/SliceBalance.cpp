// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares slices with chance.

#include "SliceBalance.h"

#include "model/SliceMap.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope::check {

namespace {

constexpr double sectorsOfLine = 4;
/// Beyond, lines at random are even to a few percent, and take long to simulate.
constexpr double mostLines = 1 << 15;

} // namespace

std::optional<SliceBalance> sliceBalance(const Launch &launch, const PredictedTotals *predicted, unsigned slices) {
  const auto max = launch.counter("l2_slice_sectors_max"), average = launch.counter("l2_slice_sectors_avg");
  if (!max || average.value_or(0) == 0)
    return std::nullopt;
  SliceBalance balance{.busiest = *max / *average, .random = std::nullopt, .deviation = std::nullopt};
  if (slices == 0 || !predicted || !predicted->touched || *predicted->touched < sectorsOfLine)
    return balance;
  const auto lines = static_cast<std::size_t>(std::min(*predicted->touched / sectorsOfLine, mostLines));
  const RandomSpread spread = randomSpread(std::vector<std::uint32_t>(lines, 1), slices);
  balance.random = spread.mean;
  balance.deviation = spread.deviation;
  return balance;
}

std::string toText(const std::optional<SliceBalance> &balance) {
  if (!balance || !balance->isUneven())
    return "";
  return fmt::format(", busiest L2 slice {:.2f} times the average ({:.2f} at random)", balance->busiest,
                     *balance->random);
}

} // namespace sectorscope::check
