// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/L2Timeline.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

constexpr double kMiB = 1 << 20;
constexpr std::uint32_t kLow = 0xffff, kHigh = 0xffff0000, kBoth = ~0U;

TargetModel h200() { return *builtinTarget("sm_90"); }

/// 1 MiB, and no more is known.
TargetModel unmeasured() {
  TargetModel target = h200();
  target.l2Bytes = 1 << 20;
  target.l2ForgetsReads.reset();
  target.l2FillsHalves.reset();
  return target;
}

TEST(L2Timeline, HalvesAtOnce) {
  L2Timeline l2(h200());
  l2.write(5, kLow, 0);
  l2.write(5, kHigh, 0);
  EXPECT_EQ(l2.sectorsWritten(), 1);
  EXPECT_EQ(l2.fills(), 0);
  l2.finish(1024 * kMiB);
  EXPECT_EQ(l2.fills(), 0);
}

TEST(L2Timeline, HalvesSixteenMebibytesApart) {
  L2Timeline l2(h200());
  l2.write(5, kLow, 0);
  l2.write(5, kHigh, 16 * kMiB);
  EXPECT_NEAR(l2.fills(), 0.5593, 1e-6);
  EXPECT_NEAR(l2.sectorsWritten(), 1.5593, 1e-6);
}

TEST(L2Timeline, HalvesTooFarApartAreFilledTwice) {
  L2Timeline l2(h200());
  l2.write(5, kLow, 0);
  l2.write(5, kHigh, 1024 * kMiB);
  l2.finish(4096 * kMiB);
  EXPECT_NEAR(l2.fills(), 1.9911, 1e-6);
  EXPECT_NEAR(l2.sectorsWritten(), 2, 1e-6);
}

TEST(L2Timeline, WhatTheLaunchLeavesInL2CostsNothing) {
  L2Timeline l2(h200());
  l2.write(5, kLow, 0);
  l2.write(9, kBoth, 0);
  l2.finish(0);
  EXPECT_EQ(l2.fills(), 0);
  EXPECT_EQ(l2.sectorsWritten(), 0);
}

TEST(L2Timeline, ReadsFetchGranulesAndForget) {
  L2Timeline l2(h200());
  l2.read(4, kLow, 0);
  EXPECT_EQ(l2.sectorsRead(), 2);
  l2.read(5, kLow, 0); // the other half of the granule
  l2.read(4, kLow, 16 * kMiB);
  EXPECT_EQ(l2.sectorsRead(), 2);
  l2.read(4, kLow, 16 * kMiB + 1024 * kMiB);
  EXPECT_EQ(l2.sectorsRead(), 4);
}

TEST(L2Timeline, AReadOfWhatWasNotWrittenFills) {
  L2Timeline l2(h200());
  l2.write(5, kLow, 0);
  l2.read(5, kLow, 0); // is there
  EXPECT_EQ(l2.fills(), 0);
  l2.read(5, kHigh, 0);
  EXPECT_EQ(l2.fills(), 1);
}

TEST(L2Timeline, AtomicsReadWhatTheyAddTo) {
  L2Timeline l2(h200());
  l2.update(4, 0);
  EXPECT_EQ(l2.fills(), 1.5);
  l2.update(4, 0);
  EXPECT_EQ(l2.fills(), 1.5);
  EXPECT_EQ(l2.sectorsWritten(), 1);
}

TEST(L2Timeline, NeighboursOfAnAtomicShareItsGranule) {
  L2Timeline l2(h200());
  l2.update(4, 0);
  l2.update(5, 0);
  EXPECT_EQ(l2.fills(), 2);
}

TEST(L2Timeline, StepWhereNoCurveIsKnown) {
  L2Timeline within(unmeasured());
  within.write(5, kLow, 0);
  within.write(5, kHigh, kMiB / 2);
  within.read(100, kLow, 0);
  within.read(100, kLow, kMiB);
  EXPECT_EQ(within.fills(), 0);
  EXPECT_EQ(within.sectorsRead(), 2);
  L2Timeline beyond(unmeasured());
  beyond.write(5, kLow, 0);
  beyond.write(5, kHigh, 2 * kMiB);
  beyond.finish(4 * kMiB);
  EXPECT_EQ(beyond.fills(), 2);
  beyond.read(100, kLow, 0);
  beyond.read(100, kLow, 2 * kMiB);
  EXPECT_EQ(beyond.sectorsRead(), 2 + 4);
}

} // namespace
} // namespace sectorscope
