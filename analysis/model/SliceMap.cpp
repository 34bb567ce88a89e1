// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SliceMap.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sectorscope {
namespace {

constexpr std::size_t kDraws = 1 << 17; // of one simulation, about
constexpr std::uint64_t kSalts = 4;     // choices for what unobserved bits do
constexpr std::size_t kFewestTrials = 16, kMostTrials = 256;

/// SplitMix64: the step of a sequence, and a hash.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

std::uint64_t bitsBetween(unsigned lowest, unsigned highest) {
  const std::uint64_t below = highest >= 63 ? ~std::uint64_t{0} : (std::uint64_t{2} << highest) - 1;
  return below & ~((std::uint64_t{1} << lowest) - 1);
}

double maxOverAverage(const std::vector<std::uint64_t> &bins, std::uint64_t total) {
  return static_cast<double>(*std::ranges::max_element(bins)) * static_cast<double>(bins.size()) /
         static_cast<double>(total);
}

} // namespace

SliceMap::SliceMap(const TargetModel &target) {
  if (target.sliceHash) {
    kind = CampingModel::XorMasks;
    hash = *target.sliceHash;
    slices = 1U << hash.masks.size();
  } else if (target.partitions) {
    kind = CampingModel::Partitions;
    partitions = *target.partitions;
    slices = partitions.count;
  }
}

unsigned SliceMap::of(std::uint64_t address, std::uint64_t salt) const {
  if (kind == CampingModel::Partitions)
    return static_cast<unsigned>(address / partitions.bytes % partitions.count);
  unsigned slice = 0;
  for (std::size_t bit = 0; bit < hash.masks.size(); ++bit)
    slice |= static_cast<unsigned>(std::popcount(address & hash.masks[bit]) & 1) << bit;
  const std::uint64_t unobserved = address & ~bitsBetween(hash.lowestBit, hash.highestBit);
  return slice ^ static_cast<unsigned>(mixed(unobserved ^ mixed(salt)) % slices);
}

RandomSpread randomSpread(const std::vector<std::uint32_t> &weights, unsigned bins) {
  std::uint64_t total = 0;
  for (const std::uint32_t weight : weights)
    total += weight;
  if (total == 0 || bins == 0)
    return {};
  const std::size_t trials = std::clamp(kDraws / weights.size(), kFewestTrials, kMostTrials);
  std::uint64_t state = 0;
  double sum = 0, squares = 0;
  std::vector<std::uint64_t> load(bins);
  for (std::size_t trial = 0; trial < trials; ++trial) {
    std::ranges::fill(load, 0);
    for (const std::uint32_t weight : weights)
      load[mixed(state++) % bins] += weight;
    const double ratio = maxOverAverage(load, total);
    sum += ratio;
    squares += ratio * ratio;
  }
  const auto n = static_cast<double>(trials);
  const double mean = sum / n;
  return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) * n / (n - 1))};
}

double SliceLoads::ratioOf(const WeightedLines &lines, std::uint64_t total, std::uint64_t salt) const {
  std::vector<std::uint64_t> bins(map.count());
  for (const auto &[address, requests] : lines)
    bins[map.of(address, salt)] += requests;
  return maxOverAverage(bins, total);
}

SliceLoad SliceLoads::of(const WeightedLines &lines) {
  SliceLoad load{.lines = lines.size(), .slices = map.count()};
  if (lines.empty())
    return load;
  std::vector<std::uint32_t> weights;
  std::uint64_t total = 0;
  for (const auto &[address, requests] : lines) {
    weights.push_back(requests);
    total += requests;
  }
  std::ranges::sort(weights);
  const auto [place, isNew] = known.try_emplace(std::move(weights));
  if (isNew)
    place->second = randomSpread(place->first, map.count());
  load.random = place->second.mean;
  load.randomDeviation = place->second.deviation;
  load.maxOverAverage = ratioOf(lines, total, 0);
  for (std::uint64_t salt = 1; salt < kSalts && load.isUneven(); ++salt)
    load.maxOverAverage = std::min(load.maxOverAverage, ratioOf(lines, total, salt));
  return load;
}

} // namespace sectorscope
