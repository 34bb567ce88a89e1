// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Roofline.h"
#include "report/RooflineLines.h"

#include "SampleReport.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

/// z = a * x + y of 2^20 floats: 8 MiB read, 4 MiB written, 2^21 operations, nothing read twice.
LaunchTotals triad() {
  LaunchTotals t;
  t.read = {.sectors = 262144, .lines = 65536, .distinctSectors = 262144, .dramSectors = 262144};
  t.written = {.sectors = 131072, .lines = 32768, .distinctSectors = 131072, .dramSectors = 131072};
  t.fillSectors = 0;
  t.sectorsServedAtL2 = 0;
  t.flop = FlopCount{.single = 2097152};
  return t;
}

/// Round numbers for what is not measured yet.
TargetModel part() {
  TargetModel target = sample::target();
  target.ceilings = Ceilings{.measured = "sample part, driver 1, 2026-11",
                             .readBytesPerSecond = 4491e9,
                             .writeBytesPerSecond = 4353e9,
                             .copyBytesPerSecond = 4008e9,
                             .triadBytesPerSecond = 4166e9,
                             .l1LinesPerSecond = 100e9,
                             .l2SectorsPerSecond = 200e9,
                             .halfFlopPerSecond = 80e12,
                             .singleFlopPerSecond = 60e12,
                             .doubleFlopPerSecond = 30e12};
  return target;
}

TEST(Roofline, TriadIsTwoFlopForTwelveBytes) {
  const Roofline r = rooflineOf(triad(), part());
  EXPECT_EQ(r.dramBytes, 12582912);
  EXPECT_DOUBLE_EQ(r.readShare.value(), 2.0 / 3);
  EXPECT_EQ(r.bytesPerSecond, 4166e9);
  EXPECT_DOUBLE_EQ(r.intensity.value(), 1.0 / 6);
  EXPECT_DOUBLE_EQ(r.uncachedIntensity.value(), 1.0 / 6);
  EXPECT_DOUBLE_EQ(r.ridge.value(), 60e12 / 4166e9); // 14.4
  EXPECT_EQ(r.side, RooflineSide::Memory);
  // 12,582,912 / 4166e9 = 3.020 us; 98,304 lines / 100e9 = 0.983; 393,216 sectors / 200e9 = 1.966; 2^21 / 60e12 =
  // 0.035.
  EXPECT_NEAR(r.seconds[0].value(), 3.0204e-6, 1e-10);
  EXPECT_NEAR(r.seconds[1].value(), 0.98304e-6, 1e-10);
  EXPECT_NEAR(r.seconds[2].value(), 1.96608e-6, 1e-10);
  EXPECT_NEAR(r.seconds[3].value(), 0.03495e-6, 1e-10);
  EXPECT_EQ(r.leastSeconds, r.seconds[0]);
  EXPECT_EQ(r.binds, Limit::DramBytes);
  EXPECT_TRUE(r.missing.empty());
}

TEST(Roofline, FillsAreReadAndCounted) {
  // One word of each of 1000 sectors is stored: 1000 fills, 1000 written: a copy as far as DRAM can see.
  LaunchTotals t;
  t.read = {.sectors = 0, .lines = 0, .distinctSectors = 0, .dramSectors = 1000}; // the fills
  t.written = {.sectors = 1000, .lines = 1000, .distinctSectors = 1000, .dramSectors = 1000};
  t.fillSectors = 1000;
  t.sectorsServedAtL2 = 0;
  t.flop = FlopCount{};
  const Roofline r = rooflineOf(t, part());
  EXPECT_EQ(r.dramBytes, 64000);
  EXPECT_EQ(r.readShare, 0.5);
  EXPECT_EQ(r.bytesPerSecond, 4008e9);
  EXPECT_EQ(r.intensity, 0);
  EXPECT_EQ(r.side, RooflineSide::Memory);
  EXPECT_EQ(r.seconds[3], 0);
}

TEST(Roofline, TransactionsMayBind) {
  // 32 lines per request, all of them in L2 already after the first time.
  LaunchTotals t = triad();
  t.read.lines = 8388608;
  const Roofline r = rooflineOf(t, part());
  EXPECT_EQ(r.binds, Limit::L1Lines);
  EXPECT_NEAR(r.leastSeconds.value(), (8388608 + 32768) / 100e9, 1e-12);

  LaunchTotals past = triad();
  past.sectorsServedAtL2 = past.read.sectors = 8388608;
  EXPECT_EQ(rooflineOf(past, part()).binds, Limit::L2Sectors);
  EXPECT_NEAR(rooflineOf(past, part()).leastSeconds.value(), (8388608 + 131072) / 200e9, 1e-12);
}

TEST(Roofline, SideHangsOnTheCaches) {
  LaunchTotals t = triad();
  t.flop = FlopCount{.single = 20.0 * 12582912}; // 20 FLOP/byte, the ridge is at 14.4
  EXPECT_EQ(rooflineOf(t, part()).side, RooflineSide::Arithmetic);
  EXPECT_EQ(rooflineOf(t, part()).binds, Limit::Arithmetic);
  t.read.sectors = 2 * 262144.0; // each sector asked for twice: 12 FLOP/byte without a cache
  const Roofline r = rooflineOf(t, part());
  EXPECT_DOUBLE_EQ(r.uncachedIntensity.value(), 12);
  EXPECT_FALSE(r.side);
  EXPECT_NE(rooflineLines(r).at(0).text.find("hangs on the caches"), std::string::npos);
}

TEST(Roofline, WithoutACacheItIsNeverLess) {
  LaunchTotals t = triad();
  t.read.dramSectors = 2 * 262144; // demand reads of 64 bytes for lone sectors
  const Roofline r = rooflineOf(t, part());
  EXPECT_EQ(r.uncachedBytes, r.dramBytes);
}

TEST(Roofline, TypesOverlap) {
  LaunchTotals t = triad();
  t.flop = FlopCount{.half = 80e6, .single = 120e6, .twice = 30e6}; // 1, 2 and 1 us
  const Roofline r = rooflineOf(t, part());
  EXPECT_DOUBLE_EQ(r.seconds[3].value(), 2e-6);
  EXPECT_DOUBLE_EQ(r.flopPerSecond.value(), 115e12);
}

TEST(Roofline, WhatIsMissingIsNamed) {
  TargetModel bare = part();
  bare.ceilings = Ceilings{.measured = "m", .triadBytesPerSecond = 4166e9};
  const Roofline r = rooflineOf(triad(), bare);
  EXPECT_EQ(r.missing, (std::vector<std::string>{"ceiling l1LinesPerSecond", "ceiling l2SectorsPerSecond",
                                                 "ceiling singleFlopPerSecond"}));
  EXPECT_FALSE(r.ridge);
  EXPECT_FALSE(r.side);
  EXPECT_FALSE(r.binds); // the others may take longer
  EXPECT_NEAR(r.leastSeconds.value(), 3.0204e-6, 1e-10);

  bare.ceilings.reset();
  EXPECT_FALSE(rooflineOf(triad(), bare).leastSeconds);
  EXPECT_EQ(rooflineOf(triad(), bare).dramBytes, 12582912);

  const Roofline none = rooflineOf({}, part());
  EXPECT_FALSE(none.dramBytes);
  EXPECT_FALSE(none.leastSeconds);
  EXPECT_EQ(none.missing.front(), "DRAM sectors read");
  EXPECT_TRUE(rooflineLines(none).empty());
}

TEST(ByteCeiling, IsLinearBetweenWhatWasMeasured) {
  const Ceilings all = part().ceilings.value();
  EXPECT_EQ(byteCeiling(all, 0), 4353e9);
  EXPECT_EQ(byteCeiling(all, 0.25), (4353e9 + 4008e9) / 2);
  EXPECT_EQ(byteCeiling(all, 0.5), 4008e9);
  EXPECT_EQ(byteCeiling(all, 2.0 / 3), 4166e9);
  EXPECT_NEAR(byteCeiling(all, 5.0 / 6).value(), (4166e9 + 4491e9) / 2, 1);
  EXPECT_EQ(byteCeiling(all, 1), 4491e9);
  // Further mixes stand between: at a quarter, not on the line from write to copy.
  Ceilings mixed = all;
  mixed.mixBytesPerSecond = Curve{{{0.25, 3800e9}, {0.75, 4300e9}}};
  EXPECT_EQ(byteCeiling(mixed, 0.25), 3800e9);
  EXPECT_NEAR(byteCeiling(mixed, 0.375).value(), (3800e9 + 4008e9) / 2, 1);
  EXPECT_NEAR(byteCeiling(mixed, 0.875).value(), (4300e9 + 4491e9) / 2, 1);
  EXPECT_EQ(byteCeiling(mixed, 0), 4353e9);
  const Ceilings two{.readBytesPerSecond = 4500e9, .copyBytesPerSecond = 4000e9};
  EXPECT_EQ(byteCeiling(two, 0.75), 4250e9);
  EXPECT_FALSE(byteCeiling(two, 0.25));
  EXPECT_FALSE(byteCeiling(Ceilings{}, 1));
}

TEST(RooflineLines, SayPartAndDate) {
  EXPECT_EQ(rooflineLines(rooflineOf(triad(), part())),
            (std::vector<LabelledLine>{
                {"roofline", "12.6 MB from and to DRAM, 0.167 FLOP/byte: memory-bound side, the ridge is at 14.4"},
                {"time", "at least 3.02 us, bound by DRAM bytes (ceilings: sample part, driver 1, 2026-11)"}}));
  TargetModel bare = part();
  bare.ceilings = Ceilings{.measured = "sample part, driver 1, 2026-11", .triadBytesPerSecond = 4166e9};
  EXPECT_EQ(
      rooflineLines(rooflineOf(triad(), bare)),
      (std::vector<LabelledLine>{{"roofline", "12.6 MB from and to DRAM, 0.167 FLOP/byte"},
                                 {"time", "at least 3.02 us for its DRAM bytes; not known of L1 lines, L2 sectors, "
                                          "arithmetic (ceilings: sample part, driver 1, 2026-11)"}}));
}

} // namespace
