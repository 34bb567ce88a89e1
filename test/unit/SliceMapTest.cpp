// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SliceMap.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

namespace sectorscope {
namespace {

/// The published masks, written down once more: bits of each.
using Masks = std::vector<std::vector<unsigned>>;
Masks v100() { return {{12, 16}, {10, 17}, {15, 18}, {13, 19}, {11, 13, 15}}; }
Masks a100() { return {{13, 16}, {12, 14, 17}, {13, 17, 20}, {15, 17, 18, 19, 21}}; }

std::set<unsigned> byHand(const Masks &masks, std::uint64_t stride, unsigned accesses) {
  std::set<unsigned> slices;
  for (unsigned i = 0; i < accesses; ++i) {
    unsigned slice = 0;
    for (unsigned bit = 0; bit < masks.size(); ++bit) {
      unsigned parity = 0;
      for (const unsigned of : masks[bit])
        parity ^= static_cast<unsigned>(i * stride >> of) & 1;
      slice |= parity << bit;
    }
    slices.insert(slice);
  }
  return slices;
}

std::set<unsigned> byMap(const TargetModel &target, std::uint64_t stride, unsigned accesses) {
  const SliceMap map(target);
  std::set<unsigned> slices;
  for (unsigned i = 0; i < accesses; ++i)
    slices.insert(map.of(i * stride));
  return slices;
}

TEST(SliceMap, V100PublishedFacts) {
  const TargetModel target = builtinTarget("sm_70").value();
  EXPECT_EQ(SliceMap(target).count(), 32U);
  EXPECT_EQ(byMap(target, 4096, 32).size(), 8U);
  EXPECT_EQ(byMap(target, 32768, 32).size(), 32U);
}

TEST(SliceMap, AgreesWithTheMasksByHand) {
  const TargetModel volta = builtinTarget("sm_70").value(), ampere = builtinTarget("sm_80").value();
  EXPECT_EQ(SliceMap(ampere).count(), 16U);
  // Up to where all bits are observed; the numbers of the slices may be exchanged, by an xor.
  for (unsigned bit = 10; bit < 20; ++bit)
    EXPECT_EQ(byMap(volta, std::uint64_t{1} << bit, 1U << (20 - bit)).size(),
              byHand(v100(), std::uint64_t{1} << bit, 1U << (20 - bit)).size())
        << bit;
  for (unsigned bit = 12; bit < 22; ++bit)
    EXPECT_EQ(byMap(ampere, std::uint64_t{1} << bit, 1U << (22 - bit)).size(),
              byHand(a100(), std::uint64_t{1} << bit, 1U << (22 - bit)).size())
        << bit;
  EXPECT_EQ(byMap(ampere, 1 << 18, 16).size(), 4U); // bits 18 to 21: two masks see them
}

TEST(SliceMap, UnobservedBitsSpread) {
  const TargetModel target = builtinTarget("sm_70").value();
  // 1 MiB apart: the masks alone would say one slice for all.
  EXPECT_EQ(byHand(v100(), 1 << 20, 256).size(), 1U);
  EXPECT_GT(byMap(target, 1 << 20, 256).size(), 24U);
  SliceLoads loads(target);
  WeightedLines lines;
  for (std::uint64_t i = 0; i < 256; ++i)
    lines.emplace_back(i << 20, 1);
  EXPECT_FALSE(loads.of(lines).isUneven());
}

TEST(SliceMap, PartitionsAreDealtOutInTurn) {
  TargetModel target;
  target.partitions = Partitions{8, 256};
  EXPECT_EQ(byMap(target, 256, 8).size(), 8U);
  EXPECT_EQ(byMap(target, 2048, 100).size(), 1U);
  EXPECT_EQ(byMap(target, 2048 + 256, 8).size(), 8U);
  SliceLoads loads(target);
  WeightedLines lines;
  for (std::uint64_t i = 0; i < 100; ++i)
    lines.emplace_back(i * 2048, 1);
  const SliceLoad load = loads.of(lines);
  EXPECT_EQ(load.maxOverAverage, 8);
  EXPECT_TRUE(load.isUneven());
  EXPECT_NEAR(load.loss(), 1 - load.random / 8, 1e-12);
  EXPECT_GT(load.loss(), 0.75);
}

TEST(SliceMap, NothingWithoutAFit) { EXPECT_EQ(SliceMap(builtinTarget("sm_75").value()).model(), CampingModel::None); }

/// Every way in which equal balls fall into bins, each as likely.
double exactMean(unsigned balls, unsigned bins) {
  std::vector<unsigned> at(balls);
  double sum = 0, ways = 0;
  for (;;) {
    std::vector<unsigned> load(bins);
    unsigned most = 0;
    for (const unsigned bin : at)
      most = std::max(most, ++load[bin]);
    sum += static_cast<double>(most) * bins / balls;
    ++ways;
    unsigned digit = 0;
    while (digit < balls && ++at[digit] == bins)
      at[digit++] = 0;
    if (digit == balls)
      return sum / ways;
  }
}

TEST(RandomSpread, IsThatOfBallsInBins) {
  for (const auto &[balls, bins] : {std::pair(2U, 2U), {3U, 3U}, {6U, 4U}, {8U, 3U}, {7U, 5U}}) {
    const RandomSpread spread = randomSpread(std::vector<std::uint32_t>(balls, 1), bins);
    // The mean of 256 trials.
    EXPECT_NEAR(spread.mean, exactMean(balls, bins), 4 * spread.deviation / 16) << balls << ' ' << bins;
  }
}

TEST(RandomSpread, IsTheSameEveryTime) {
  const std::vector<std::uint32_t> weights(500, 3);
  EXPECT_EQ(randomSpread(weights, 32).mean, randomSpread(weights, 32).mean);
}

TEST(RandomSpread, WeightsStayTogether) {
  // One line that all ask for is one slice, whatever its number.
  EXPECT_EQ(randomSpread({1000}, 32).mean, 32);
  EXPECT_EQ(randomSpread({1000}, 32).deviation, 0);
}

/// What an H200 counted: 2112 lines, one for each block, on 94 slices, at strides from 128 bytes to 32 MiB.
TEST(RandomSpread, IsWhatTheCountersOfAnH200Show) {
  const RandomSpread spread = randomSpread(std::vector<std::uint32_t>(2112, 1), 94);
  std::ifstream file(RECORDS "/slices-h200.tsv");
  std::string line;
  std::getline(file, line);
  unsigned rows = 0;
  double sum = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string pattern;
    std::uint64_t stride = 0, blocks = 0, requests = 0, sectors = 0;
    double ratio = 0;
    fields >> pattern >> stride >> blocks >> requests >> sectors >> ratio;
    if (pattern != "one_line_per_block" || blocks != 2112)
      continue;
    ++rows;
    sum += ratio;
    EXPECT_LT(ratio, spread.mean + 5 * spread.deviation) << stride;
  }
  EXPECT_GE(rows, 30U);
  EXPECT_NEAR(sum / rows, spread.mean, 2 * spread.deviation);
}

} // namespace
} // namespace sectorscope
