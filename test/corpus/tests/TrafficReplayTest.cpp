// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TrafficReplay.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sectorscope::check {
namespace {

const std::string kTable = "# a part, a driver, a day\n"
                           "kernel\tgrid\tblock\tdram_read\tsectors_ld\tsectors_st\tsectors_red\tsectors_atom\n"
                           "saxpy\t4096x1x1\t256x1x1\t262240\t262144\t131072\t0\t0\n"
                           "_Z5storePf\t64x1x1\t256x1x1\t88\t0\t16384\t0\t0\n";

PredictedLaunch launch(Dim3 grid, double read, double written, double dram) {
  PredictedLaunch l;
  l.grid = grid;
  l.block = Dim3{256, 1, 1};
  l.totals = {
      .sectorsRead = read, .sectorsWritten = written, .touched = read + written, .dramRead = dram, .reason = ""};
  return l;
}

std::vector<PredictedKernel> report() {
  return {{"void ns::saxpy<float>(int)", "_Z5saxpy", {launch({4096, 1, 1}, 262144, 131072, 262144)}},
          {"store(float*)", "_Z5storePf", {launch({64, 1, 1}, 0, 16384, 16384)}}};
}

std::string problemOf(const std::string &table) {
  try {
    countedFromTsv(table);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "none";
}

TEST(TrafficReplay, ReadsATable) {
  const std::vector<CountedLaunch> launches = countedFromTsv(kTable);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].kernel, "saxpy");
  EXPECT_EQ(launches[0].grid, (Dim3{4096, 1, 1}));
  EXPECT_EQ(launches[0].dramRead, 262240);
  EXPECT_EQ(launches[0].l1Read, 262144);
  EXPECT_EQ(launches[1].l1Written, 16384);
}

TEST(TrafficReplay, NamesWhatIsDamaged) {
  EXPECT_EQ(problemOf(kTable.substr(0, kTable.size() - 7)), "row 4 has 6 columns instead of 8 (cut off?)");
  EXPECT_EQ(problemOf("kernel\tgrid\tblock\nf\t1x1x1\t32x1x1\n"), "row 2 has no column 'dram_read'");
  EXPECT_EQ(problemOf("kernel\tgrid\tblock\tdram_read\nf\t1x1\t32x1x1\t7\n"), "row 2 '1x1' is no grid");
  EXPECT_EQ(problemOf("kernel\tgrid\tblock\tdram_read\nf\t1x1x1\t32x1x1\t1,5\n"),
            "row 2 '1,5' is no number of dram_read");
  EXPECT_EQ(problemOf("# nothing\n"), "holds no launch");
}

TEST(TrafficReplay, TellsNearFromFar) {
  const std::vector<ComparedLaunch> compared = compareTraffic(countedFromTsv(kTable), report());
  ASSERT_EQ(compared.size(), 2U);
  EXPECT_EQ(compared[0].dramError(backgroundSectors), 0);
  EXPECT_TRUE(compared[0].isSameInL1());
  EXPECT_NEAR(compared[1].dramError(0), (16384 - 88) / 16384.0, 1e-9);
  EXPECT_EQ(trafficText(compared, 0.03, false), "_Z5storePf                             88 sectors read from DRAM, "
                                                "predicted 16384 (+99.5 %)\n"
                                                "DRAM reads: 1 launches within 3 %, 1 beyond, 0 not told\n"
                                                "L1 sectors: 2 of 2 launches equal in reads and writes\n");
}

TEST(TrafficReplay, SaysWhatWasNotTold) {
  std::vector<PredictedKernel> known = report();
  known[0].launches[0].grid = Dim3{1, 1, 1};
  known[1].launches[0].totals = {.reason = "the grid is not known"};
  const std::vector<ComparedLaunch> compared = compareTraffic(countedFromTsv(kTable), known);
  EXPECT_EQ(compared[0].why, "no such launch in the report");
  EXPECT_EQ(compared[1].why, "the grid is not known");
  EXPECT_NE(trafficText(compared, 0.03, false).find("0 beyond, 2 not told"), std::string::npos);
}

} // namespace
} // namespace sectorscope::check
