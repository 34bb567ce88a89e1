// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Statistics.h"

#include "SampleReport.h"
#include "model/MergeReports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

using namespace sectorscope;

namespace {

Footprint inexact(Certainty certainty, Doubt doubt, const std::string &reason) {
  Footprint f;
  f.certainty = certainty;
  f.doubt = doubt;
  f.reason = reason;
  return f;
}

/// One kernel with `exact` exact accesses and the others given, and a parameter `name`.
Report kernelOf(unsigned exact, const std::vector<Footprint> &others, const std::string &name) {
  std::vector<sample::Access> accesses;
  for (unsigned n = 0; n < exact; ++n)
    accesses.push_back({n + 1, AccessKind::Load, 4, 4, 0, sample::exact(4, 4, 4)});
  for (const Footprint &footprint : others)
    accesses.push_back({50 + static_cast<unsigned>(accesses.size()), AccessKind::Load, 4, 4, 0, footprint});
  Report report = sample::report(accesses);
  ParamLeaf param;
  param.argument = 7;
  param.name = name;
  report.kernels.front().graph.param(param);
  return report;
}

Report twoKernels() {
  // 1 of 4 exact; then 2 of 2: one of six accesses is worth more in the small kernel.
  Report report = kernelOf(1,
                           {inexact(Certainty::Bounded, Doubt::StartOfData, "start of the data hangs on data"),
                            inexact(Certainty::Bounded, Doubt::Mask, "lanes cut off by a bound that hangs on data"),
                            inexact(Certainty::Unknown, Doubt::NotFollowed, "result of a call to f(int)")},
                           "data");
  mergeInto(report, kernelOf(2, {}, "n"));
  return report;
}

} // namespace

TEST(Statistics, FourSharesByAccessAndByKernel) {
  const Statistics s = statisticsOf(twoKernels());
  EXPECT_EQ(s.accesses.exact, 3U);
  EXPECT_EQ(s.accesses.bounded, 2U);
  EXPECT_EQ(s.accesses.unknown, 1U);
  EXPECT_EQ(s.kernels, 2U);
  EXPECT_THAT(s.meanOverKernels, testing::ElementsAre(0.625, 0.25, 0.125, 0)); // (1/4 + 2/2) / 2 ...
}

TEST(Statistics, NotAnalysedCountsInTheSharesOfItsKernel) {
  Report report = kernelOf(1, {}, "n");
  report.kernels.front().notAnalysed.assign(3, {{"k.cu", 9, 1}, "call to g()"});
  const Statistics s = statisticsOf(report);
  EXPECT_THAT(s.meanOverKernels, testing::ElementsAre(0.25, 0, 0, 0.75));
  ASSERT_EQ(s.notAnalysed.size(), 1U);
  EXPECT_EQ(s.notAnalysed[0].count, 3U);
  EXPECT_EQ(s.notAnalysed[0].reason, "call to g()");
}

TEST(Statistics, KernelsWithoutAccessesDoNotDiluteTheMean) {
  Report report = kernelOf(1, {}, "n");
  mergeInto(report, kernelOf(0, {}, "n"));
  EXPECT_EQ(statisticsOf(report).kernels, 1U);
  EXPECT_THAT(statisticsOf(report).meanOverKernels, testing::ElementsAre(1, 0, 0, 0));
}

TEST(Statistics, ReasonsDifferInNoMoreThanNamesAndPlaces) {
  const auto start = [](const std::string &name) {
    return inexact(Certainty::Bounded, Doubt::StartOfData, "start of the data hangs on " + name);
  };
  Report report = kernelOf(0, {start("data"), start("data")}, "data");
  mergeInto(report, kernelOf(0, {start("n"), inexact(Certainty::Bounded, Doubt::Argument, "n unknown")}, "n"));
  mergeInto(report, kernelOf(0, {start("m")}, "n")); // m is no parameter of that kernel
  const Statistics s = statisticsOf(report);
  ASSERT_EQ(s.bounded.size(), 3U);
  EXPECT_EQ(s.bounded[0].reason, "start of the data hangs on a parameter");
  EXPECT_EQ(s.bounded[0].count, 3U);
  EXPECT_EQ(s.bounded[0].example.line, 50U);
  EXPECT_EQ(s.bounded[0].exampleReason, "start of the data hangs on data");
  EXPECT_EQ(s.bounded[1].reason, "a parameter unknown");
  EXPECT_EQ(s.bounded[2].reason, "start of the data hangs on m");
}

TEST(Statistics, PlacesOfLoadsAreTakenOut) {
  Report report;
  for (const unsigned line : {3U, 31U}) {
    const std::string reason = "value loaded from memory at k.cu:" + std::to_string(line);
    Report one = kernelOf(0, {inexact(Certainty::Bounded, Doubt::Data, "data-dependent: " + reason)}, "n");
    for (const unsigned leaf : {3U, 31U})
      one.kernels.front().graph.opaques.push_back(
          {.reason = "value loaded from memory at k.cu:" + std::to_string(leaf), .place = {"k.cu", leaf, 1}});
    mergeInto(report, std::move(one));
  }
  const Statistics s = statisticsOf(report);
  ASSERT_EQ(s.bounded.size(), 1U);
  EXPECT_EQ(s.bounded[0].count, 2U);
  EXPECT_EQ(s.bounded[0].reason, "data-dependent: value loaded from memory");
}

TEST(Statistics, LikeReasonsThatLeaveOpenOtherThingsStayApart) {
  const std::string reason = "value loaded from memory";
  const Statistics s = statisticsOf(kernelOf(
      0, {inexact(Certainty::Bounded, Doubt::Data, reason), inexact(Certainty::Bounded, Doubt::Mask, reason)}, "n"));
  EXPECT_EQ(s.bounded.size(), 2U);
}

TEST(Statistics, Print) {
  std::ostringstream out;
  printStatistics(twoKernels(), {}, out);
  EXPECT_EQ(out.str(), R"(Sectorscope: how sure, over 6 accesses in 2 kernels (target sm_90)
                        exact   bounded   unknown  not analysed
  accesses                  3         2         1             0
  share                  50 %    33.3 %    16.7 %           0 %
  mean over kernels    62.5 %      25 %    12.5 %           0 %

Bounded (2)
  count  share   open           reason
  1      16.7 %  start-of-data  start of the data hangs on a parameter
         such as k.cu:51:10: start of the data hangs on data
  1      16.7 %  mask           lanes cut off by a bound that hangs on a parameter
         such as k.cu:52:10: lanes cut off by a bound that hangs on data

Unknown (1)
  count  share   open          reason
  1      16.7 %  not-followed  result of a call to f(int)
         such as k.cu:53:10
)");
}
