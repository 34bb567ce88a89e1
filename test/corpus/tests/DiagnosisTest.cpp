// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnosis.h"

#include <gtest/gtest.h>

#include <memory>

namespace sectorscope::check {
namespace {

using enum TrafficCase;
using Cases = std::vector<TrafficCase>;

/// 1,000,000 sectors hold what the kernel needs.
MovedSectors moved(double demand, double l2, double dramRead, std::optional<double> readOnce = {}) {
  return {.demand = demand, .ideal = 1e6, .l2 = l2, .dramRead = dramRead, .dramWritten = 0, .readOnce = readOnce};
}

TEST(Diagnosis, NoneOfTheFour) {
  // L1 serves a fifth of a demand that is as large as its bytes.
  EXPECT_EQ(casesOf(moved(1e6, 8e5, 8e5, 8e5)), Cases{});
  EXPECT_EQ(casesOf({}), Cases({GoodLocality})) << "nothing is demanded and nothing moves";
}

// "The demand is equal to the L2 traffic": a stream that reads everything once.
TEST(Diagnosis, PassThrough) {
  EXPECT_EQ(casesOf(moved(1e6, 1e6, 1e6, 1e6)), Cases{PassThrough});
  EXPECT_EQ(casesOf(moved(1e6, 1e6, 1e6)), Cases{PassThrough});
  EXPECT_EQ(casesOf(moved(1e6, 1e6, 0, 0.)), Cases{PassThrough}); // L2 had all of it
}

// "The demand is much larger than the L2 traffic."
TEST(Diagnosis, GoodLocality) {
  EXPECT_EQ(casesOf(moved(1e6, 1e5, 5e4, 5e4)), Cases{GoodLocality});
  EXPECT_EQ(casesOf(moved(1e6, 5e5, 5e5, 5e5)), Cases{GoodLocality}); // twice
}

// "The DRAM traffic is a large fraction of the L2 traffic", of what L2 was asked for before.
TEST(Diagnosis, L2Capacity) {
  EXPECT_EQ(casesOf(moved(1e6, 7e5, 6e5, 1e5)), Cases{L2Capacity});
  EXPECT_EQ(casesOf(moved(1e6, 1e6, 1e6, 1e5)), (Cases{L2Capacity, PassThrough}));
  EXPECT_EQ(casesOf(moved(1e6, 4e5, 3e5, 1e5)), (Cases{L2Capacity, GoodLocality}));
  EXPECT_EQ(casesOf(moved(1e6, 7e5, 6e5, 6e5)), Cases{}); // it is read once
  EXPECT_EQ(casesOf(moved(1e6, 7e5, 6e5, 5.5e5)), Cases{}) << "within what predictions are off by";
  EXPECT_EQ(casesOf(moved(1e6, 7e5, 4e4, 1e4)), Cases{}) << "a twentieth of what is demanded";
}

// "The demand itself is far above the logical data size": the worked examples.
TEST(Diagnosis, Coalescing) {
  EXPECT_EQ(casesOf(moved(8e6, 8e6, 4e6)), (Cases{Coalescing, PassThrough}));
  EXPECT_EQ(casesOf(moved(8e6, 8e6, 4e6, 4e6)), (Cases{Coalescing, PassThrough}));
  EXPECT_EQ(casesOf(moved(8e6, 1e6, 1e6, 1e6)), (Cases{Coalescing, GoodLocality})); // a cache mends the rest
  EXPECT_EQ(casesOf(moved(8e6, 6e6, 6e6, 1e6)), (Cases{Coalescing, L2Capacity}));
  EXPECT_EQ(casesOf(moved(1.25e6, 1.25e6, 1e6, 1e6)), Cases{PassThrough}); // 5 sectors of 4: a misaligned start
}

// Other work on the GPU makes a few hundred sectors: of a small launch, more than it reads itself.
TEST(Diagnosis, BackgroundIsNoLostCapacity) {
  for (const std::optional<double> readOnce :
       {std::optional<double>(), std::optional<double>(0), std::optional<double>(64)})
    for (const double demand : {64., 512., 4096.})
      for (const double l2 : {demand, demand / 4}) {
        const MovedSectors small{
            .demand = demand, .ideal = demand, .l2 = l2, .dramRead = 250, .dramWritten = 0, .readOnce = readOnce};
        for (const TrafficCase what : casesOf(small))
          EXPECT_NE(what, L2Capacity) << demand << ' ' << l2;
      }
}

TEST(Diagnosis, Names) {
  EXPECT_STREQ(toString(Coalescing), "coalescing");
  EXPECT_STREQ(toString(L2Capacity), "L2 capacity");
  EXPECT_STREQ(toString(GoodLocality), "good locality");
  EXPECT_STREQ(toString(PassThrough), "pass-through");
}

TEST(Diagnosis, Text) {
  EXPECT_EQ(toText(moved(8e6, 8e6, 4e6)), "8.00 : 8.00 : 4.00 sectors demanded, at L2, at DRAM for each that the bytes "
                                          "need: coalescing, pass-through");
  MovedSectors both = moved(1e6, 8e5, 3e5, 3e5);
  both.dramWritten = 1e5;
  EXPECT_EQ(toText(both),
            "1.00 : 0.80 : 0.40 sectors demanded, at L2, at DRAM for each that the bytes need: none of the "
            "four cases");
  both.ideal = 0; // no instruction tells
  EXPECT_EQ(toText(both), "1000000 : 800000 : 400000 sectors demanded, at L2, at DRAM: none of the four cases");
}

Launch counted() {
  Launch launch;
  launch.counters = {
      {"l1_load_sectors", 1}, {"l1_store_sectors", 20}, {"l1_reduction_sectors", 300}, {"l1_atomic_sectors", 4000},
      {"l2_sectors", 5},      {"dram_sectors_read", 6}, {"dram_sectors_written", 7},   {"l1_local_load_sectors", 99},
      {"nanoseconds", 1000}};
  for (const char *space : {"global", "generic", "shared", "local"}) {
    Instruction instruction;
    instruction.space = space;
    instruction.idealSectors = 8;
    launch.instructions.push_back(instruction);
  }
  return launch;
}

TEST(Diagnosis, SumsOfALaunch) {
  PredictedTotals totals;
  totals.dramRead = 55;
  totals.dramReadOnce = 44;
  const MovedSectors sums = movedSectors(counted(), &totals).value();
  EXPECT_EQ(sums.demand, 4321);
  EXPECT_EQ(sums.ideal, 16); // global and generic
  EXPECT_EQ(sums.l2, 5);
  EXPECT_EQ(sums.dramRead, 6);
  EXPECT_EQ(sums.dramWritten, 7);
  EXPECT_EQ(sums.readOnce, 44.);
  EXPECT_FALSE(movedSectors(counted(), nullptr)->readOnce);
  EXPECT_FALSE(movedSectors(counted(), std::make_unique<PredictedTotals>().get())->readOnce);
}

TEST(Diagnosis, CounterThatIsMissing) {
  for (const char *counter : {"l1_load_sectors", "l1_store_sectors", "l1_reduction_sectors", "l1_atomic_sectors",
                              "l2_sectors", "dram_sectors_read", "dram_sectors_written"}) {
    Launch launch = counted();
    launch.counters.erase(counter);
    EXPECT_FALSE(movedSectors(launch, nullptr)) << counter;
  }
}

} // namespace
} // namespace sectorscope::check
