// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Process.h"
#include "TwinPlan.h"
#include "TwinRun.h"
#include "TwinText.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sectorscope::check {
namespace {

/// A pitch of 4096 bytes and three padded ones, as in the example of Twin.h.
Twin measuredTwin() {
  return {.argument = "pitch",
          .pitches = {{1024, 4096, {10'000'000, 10'000'000, 10'100'000}, {5'000'000}},
                      {1056, 4224, {9'200'000}, {5'000'000}},
                      {1120, 4480, {8'700'000}, {6'000'000}},
                      {1184, 4736, {8'800'000}, {4'000'000}}},
          .refusal = {}};
}

TEST(Twin, LossIsAgainstTheMedianOfThePaddedOnes) {
  const TwinLoss cold = lossOf(measuredTwin(), false).value();
  EXPECT_NEAR(cold.usual, 0.12, 1e-9);
  EXPECT_NEAR(cold.least, 0.08, 1e-9);
  EXPECT_NEAR(cold.most, 0.13, 1e-9);
  EXPECT_DOUBLE_EQ(cold.seconds, 0.01);
  EXPECT_DOUBLE_EQ(cold.paddedSeconds, 0.0088);
  const TwinLoss inL2 = lossOf(measuredTwin(), true).value();
  EXPECT_DOUBLE_EQ(inL2.usual, 0);
  EXPECT_LT(inL2.least, 0); // a padded one is slower
}

TEST(Twin, WithoutTimesThereIsNoLoss) {
  Twin twin = measuredTwin();
  twin.pitches[2].coldNanoseconds.clear();
  EXPECT_FALSE(lossOf(twin, false));
  EXPECT_TRUE(lossOf(twin, true));
  EXPECT_FALSE(lossOf({.argument = "pitch", .pitches = {}, .refusal = "why"}, false));
}

TEST(Twin, IsReadAsItIsWritten) {
  EXPECT_EQ(twinFromJson(toJson(measuredTwin())), measuredTwin());
  Record record;
  record.kernels = {{"f(float*)", "_Z1fPf", {{.order = 2, .twin = measuredTwin()}}}};
  EXPECT_EQ(recordFromJson(toJson(record)), record);
}

TEST(Twin, TextHasTimesRatesAndThePrediction) {
  PredictedLaunch launch;
  launch.totals.usefulRead = 8e6;
  launch.totals.usefulWritten = 2e6;
  launch.accesses.resize(3);
  launch.accesses[0].gapStride = -4096;
  launch.accesses[0].campingLoss = 0.1;
  launch.accesses[1].gapStride = 8192; // another stride
  launch.accesses[1].campingLoss = 0.9;
  EXPECT_EQ(toText(measuredTwin(), &launch),
            "pitch of 4096 bytes (pitch = 1024): caches flushed 10 ms, 1 GB/s, padded 8.8 ms, 1.136 GB/s: 12 % lost (8 "
            "to 13 %), 10 % predicted; run again at once 5 ms, 2 GB/s, padded 5 ms, 2 GB/s: 0 % lost (-20 to 20 %), "
            "nothing predicted");
  const auto json = confirmedJson(measuredTwin(), &launch);
  EXPECT_EQ(json["caches_flushed"]["predicted_loss"], 0.1);
  EXPECT_EQ(json["caches_flushed"]["bytes_per_second"], 1e9);
  EXPECT_TRUE(json["run_again"]["predicted_loss"].is_null());
  EXPECT_EQ(toText({.argument = "n", .pitches = {}, .refusal = "a pointer within a struct"}, nullptr),
            "no padded twin (n is its pitch): a pointer within a struct");
}

TEST(Twin, TimesMeetTheLaunchThatWasPlanned) {
  Record record;
  record.kernels = {{"f(float*)", "_Z1fPf", {{.order = 0}, {.order = 1}}}};
  Twin twin = measuredTwin();
  for (TwinPitch &pitch : twin.pitches)
    pitch.coldNanoseconds = pitch.inL2Nanoseconds = {};
  const TwinPlan plan{{{.order = 1, .parameter = 2, .twin = twin}, {.order = 7, .parameter = 0, .twin = twin}}, {}};
  EXPECT_EQ(toRequest(plan), "1:2:1024,1056,1120,1184;7:0:1024,1056,1120,1184");
  const Shard run = shardFromLines(
      R"({"shard":1,"driver":13000,"devices":[{"name":"a","arch":"sm_90"}]})"
      "\n"
      R"({"order":0,"device":0,"mangled":"_Z1fPf","grid":[0,0,0],"block":[0,0,0],"shared_bytes":0,"parameters":[]})"
      "\n"
      R"({"order":1,"device":0,"mangled":"_Z1fPf","grid":[0,0,0],"block":[0,0,0],"shared_bytes":0,"parameters":[]})"
      "\n"
      R"({"twins_of":1,"cold_ns":[[1],[2],[3],[4]],"l2_ns":[[5],[6],[7],[8]],"refusal":""})"
      "\n"
      R"({"end":1})"
      "\n");
  EXPECT_EQ(keepTwins(record, plan, run), 1U); // launch 7 was not made
  EXPECT_FALSE(record.kernels[0].launches[0].twin);
  const Twin &kept = record.kernels[0].launches[1].twin.value();
  EXPECT_EQ(kept.argument, "pitch");
  EXPECT_EQ(kept.pitches[3].coldNanoseconds, std::vector<std::uint64_t>{4});
  EXPECT_EQ(kept.pitches[0].inL2Nanoseconds, std::vector<std::uint64_t>{5});
}

/// Kernels of test/corpus/twins/pitches.cu, audited without their launches; these are of the run on an H200.
TEST(Twin, PlansWhereThePitchIsAnArgumentAndNothingElse) {
  const std::string report = readFile(SECTORSCOPE_TEST_PAGES "/pitches-report.json");
  const std::string launches = readFile(SECTORSCOPE_CORPUS "/records/twins-h200-launches.json");
  const TwinPlan plan = planTwins(report, "report.json", launches);
  // Rows of 2^20 words, and 1, 3 and 5 lines of 32 words more: the third parameter of the first launch.
  EXPECT_EQ(toRequest(plan), "0:2:1048576,1048608,1048672,1048736");
  ASSERT_EQ(plan.twins.size(), 1U);
  EXPECT_EQ(plan.twins[0].twin.argument, "pitch");
  EXPECT_EQ(plan.twins[0].twin.pitches[3].bytes, 4194304 + 5 * 128);
  const std::vector<std::string> notes = {
      "no twin of wholeRows(float*, float const*, int) with a pitch other than 262144 bytes: it is no argument that "
      "decides nothing else",
      "no twin of listedRows(float*, int const*, float const*, int) with a pitch other than 262144 bytes: "
      "data-dependent: value loaded from memory at test/corpus/twins/pitches.cu:75",
      "no twin of countedRows(float*, float const*, int) with a pitch other than 262144 bytes: start of the data hangs "
      "on visited"};
  EXPECT_EQ(plan.notes, notes);
  // Rows that are no power of two need none.
  std::string odd = launches;
  odd.replace(odd.find("00001000"), 8, "20001000");
  EXPECT_EQ(planTwins(report, "report.json", odd).twins.size(), 0U);
  EXPECT_THROW(planTwins(report, "report.json", "{}"), std::runtime_error);
}

TEST(Twin, RefusalIsKept) {
  Record record;
  record.kernels = {{"f(float*)", "_Z1fPf", {{.order = 0}}}};
  Shard run;
  run.launches.resize(1);
  run.launches[0].mangled = "_Z1fPf";
  run.launches[0].twins = SeenTwins{.coldNanoseconds = {}, .inL2Nanoseconds = {}, .refusal = "too large"};
  EXPECT_EQ(keepTwins(record, {{{.order = 0, .parameter = 0, .twin = measuredTwin()}}, {}}, run), 0U);
  EXPECT_EQ(record.kernels[0].launches[0].twin->refusal, "too large");
  EXPECT_TRUE(record.kernels[0].launches[0].twin->pitches.empty());
}

} // namespace
} // namespace sectorscope::check
