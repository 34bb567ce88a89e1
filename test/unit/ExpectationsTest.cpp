// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Expectations.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

TEST(Expectations, WhereTheyStandAndWhatTheyMean) {
  const auto all = expectationsIn("a;\nb; // sectorscope-expect: sectors<=4, exact\n"
                                  "  // sectorscope-expect: wavefronts == 1\n  // sectorscope-expect: exact\nc;\n"
                                  "d; // see sectorscope-expect: sectors<=4\ne; // sectorscope-expect: sectos<=4\n");
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].line, 2U);
  EXPECT_EQ(all[0].word, "sectors");
  EXPECT_EQ(all[0].op, "<=");
  EXPECT_EQ(all[0].number, 4);
  EXPECT_EQ(all[1].word, "exact");
  EXPECT_EQ(all[2].line, 5U); // both lines before it are for the code below
  EXPECT_EQ(all[2].op, "==");
  EXPECT_EQ(all[3].line, 5U);
  EXPECT_FALSE(all[4].problem.empty());
  for (const char *bad : {"sectors=4", "sectors<=", "sectors", "sectors<=x", "", "exact<=1"})
    EXPECT_FALSE(expectationsIn(std::string("a; // sectorscope-expect: ") + bad).at(0).problem.empty()) << bad;
}

AccessSummary access(unsigned line, Certainty certainty, Spread count, const char *space = "global") {
  AccessSummary summary;
  summary.place = {"k.cu", line, 3};
  summary.kind = "load";
  summary.space = space;
  summary.bytesPerLane = 4;
  summary.certainty = certainty;
  summary.measure = std::string(space) == "shared" ? Measure::Wavefronts : Measure::Sectors;
  summary.count = count;
  return summary;
}

std::vector<std::string> broken(const std::string &expectation, const AccessSummary &what) {
  KernelSummary kernel;
  kernel.name = "k(float*)";
  kernel.place = {"k.cu", 1, 1};
  kernel.launches.push_back({"", {what}, {}, {}, {}});
  return brokenExpectations({kernel}, [&](const std::string &) { return "\nx; // sectorscope-expect: " + expectation; },
                            {"k.cu"});
}

TEST(Expectations, HeldAgainstAccesses) {
  using Lines = std::vector<std::string>;
  const AccessSummary exact = access(2, Certainty::Exact, {4, 4.5, 6});
  EXPECT_EQ(broken("sectors<=4.5", exact), Lines{});
  EXPECT_EQ(broken("sectors==4.5, exact", exact), Lines{});
  EXPECT_EQ(
      broken("sectors<=4", exact),
      Lines{"k.cu:2: expected sectors<=4, but the load of 4 bytes per lane takes 4.5 sectors per request; k(float*)"});
  const AccessSummary bounded = access(2, Certainty::Bounded, {1, 16, 32});
  EXPECT_EQ(broken("sectors<=32", bounded), Lines{});
  EXPECT_EQ(broken("sectors<=16", bounded), Lines{"k.cu:2: expected sectors<=16, but the load of 4 bytes per lane "
                                                  "takes 1 to 32 sectors per request; k(float*)"});
  EXPECT_EQ(broken("exact", bounded),
            Lines{"k.cu:2: expected exact, but the load of 4 bytes per lane is bounded; k(float*)"});
  EXPECT_EQ(broken("sectors<=99", access(2, Certainty::Unknown, {})),
            Lines{"k.cu:2: expected sectors<=99, but the load of 4 bytes per lane is unknown; k(float*)"});
  EXPECT_EQ(broken("sectors<=4", access(3, Certainty::Exact, {1, 1, 1})),
            Lines{"k.cu:2: expected sectors<=4, but no such access stands there"});
  EXPECT_EQ(broken("wavefronts==1", access(2, Certainty::Exact, {1, 1, 1}, "shared")), Lines{});
  EXPECT_EQ(broken("sectors<=4", access(2, Certainty::Exact, {1, 1, 1}, "shared")),
            Lines{"k.cu:2: expected sectors<=4, but no such access stands there"});
  EXPECT_EQ(broken("sectos<=4", exact),
            Lines{"k.cu:2: expected sectos<=4, which cannot be read: write sectors<=4, wavefronts==1 or exact"});
}

} // namespace
