// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SliceBalance.h"

#include <gtest/gtest.h>

namespace sectorscope::check {
namespace {

Launch counted(std::uint64_t busiest, std::uint64_t average) {
  Launch launch;
  launch.counters = {{"l2_slice_sectors_max", busiest}, {"l2_slice_sectors_avg", average}};
  return launch;
}

PredictedTotals touching(double sectors) {
  PredictedTotals totals;
  totals.touched = sectors;
  return totals;
}

TEST(SliceBalance, ChanceIsNoFinding) {
  // test/corpus/records/slices-h200.tsv: 2,112 lines, 1.29 to 1.69 on an H200.
  const PredictedTotals lines = touching(2112 * 4);
  const auto balance = sliceBalance(counted(9200, 5752), &lines, 94);
  ASSERT_TRUE(balance && balance->random);
  EXPECT_NEAR(balance->busiest, 1.6, 0.01);
  EXPECT_NEAR(*balance->random, 1.57, 0.1);
  EXPECT_FALSE(balance->isUneven());
  EXPECT_EQ(toText(balance), "");
}

TEST(SliceBalance, OneLineForAllIsUneven) {
  // The same record: one address hammered, the busiest slice 47.21 times the average.
  const PredictedTotals lines = touching(2112 * 4);
  const auto balance = sliceBalance(counted(4721, 100), &lines, 94);
  ASSERT_TRUE(balance);
  EXPECT_TRUE(balance->isUneven());
  EXPECT_NE(toText(balance).find("busiest L2 slice 47.21 times the average"), std::string::npos);
}

TEST(SliceBalance, WithoutLinesOrSlicesNothingIsJudged) {
  const PredictedTotals lines = touching(2112 * 4), none;
  EXPECT_FALSE(sliceBalance(counted(4721, 100), nullptr, 94)->isUneven());
  EXPECT_FALSE(sliceBalance(counted(4721, 100), &none, 94)->isUneven());
  EXPECT_FALSE(sliceBalance(counted(4721, 100), &lines, 0)->isUneven());
  EXPECT_FALSE(sliceBalance(Launch(), &lines, 94));
  EXPECT_FALSE(sliceBalance(counted(10, 0), &lines, 94));
}

} // namespace
} // namespace sectorscope::check
