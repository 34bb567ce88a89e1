// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Explanations of recorded runs, and of small runs whose numbers are worked out by hand.

#include "Explain.h"
#include "Ceiling.h"
#include "Process.h"
#include "Sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace sectorscope;
using namespace sectorscope::check;
using testing::HasSubstr;
using testing::Not;

namespace {

Run recorded(const std::string &name) {
  return runFromJson(readFile(std::string(SECTORSCOPE_CORPUS) + "/records/" + name + "-h200.json"));
}

/// The measured profile of the same H200.
TargetModel h200() { return parseTarget(readFile(std::string(SECTORSCOPE_CORPUS) + "/records/profile-h200.json")); }

std::map<std::string, ExplainedLaunch> byKernel(const Explanation &explanation) {
  std::map<std::string, ExplainedLaunch> launches;
  for (const ExplainedLaunch &launch : explanation.launches)
    launches.emplace(launch.kernel.substr(0, launch.kernel.find('(')), launch);
  return launches;
}

std::string firstRow(const ExplainedLaunch &launch) { return toString(launch.gap.rows.front().cause); }

} // namespace

TEST(Explain, NamesTheRowThatEachKernelWasBuiltToSufferFrom) {
  const auto launches = byKernel(explain(recorded("gap"), h200(), {}, false));
  EXPECT_EQ(firstRow(launches.at("fewRequests")), "requests in flight");
  EXPECT_EQ(firstRow(launches.at("turnAround")), "read/write turnaround");
  EXPECT_EQ(firstRow(launches.at("partialWrites")), "partial writes");
  EXPECT_EQ(firstRow(launches.at("overFetch")), "sector over-fetch");
  EXPECT_EQ(firstRow(launches.at("readOnly")), "refresh and maintenance");
  const auto hot = byKernel(explain(recorded("hot"), h200(), {}, false));
  EXPECT_EQ(firstRow(hot.at("void hot<4>")), "clock derate");
  // Much arithmetic that leaves the clock alone.
  EXPECT_EQ(launches.at("hot").gap.row(GapCause::ClockDerate).signature, Signature::Absent);
}

TEST(Explain, TellsWhatIsAtTheCeilingAndDoesNotCallShortOnesSlow) {
  const auto launches = byKernel(explain(recorded("gap"), h200(), {}, false));
  EXPECT_EQ(launches.at("triad").verdict, RateVerdict::AtCeiling);
  EXPECT_THAT(launches.at("triad").decision, HasSubstr("arithmetic"));
  EXPECT_THAT(launches.at("triad").decision, HasSubstr("launch geometry"));
  EXPECT_EQ(launches.at("brief").verdict, RateVerdict::TooShort);
  EXPECT_THAT(launches.at("brief").decision, Not(HasSubstr("slow")));
  EXPECT_EQ(launches.at("fewRequests").verdict, RateVerdict::TooFewRequests);
}

TEST(Explain, TriadMakesASixthOfAnOperationForAByte) {
  const auto launches = byKernel(explain(recorded("gap"), h200(), {}, false));
  const ExplainedLaunch &triad = launches.at("triad");
  EXPECT_NEAR(triad.flop / (triad.bytes.read.asked + triad.bytes.written.asked), 1.0 / 6, 1e-6);
  // By counters: what is still in L2 at the end was not written yet.
  EXPECT_NEAR(triad.flop / triad.bytes.dram(), 0.167, 0.003);
}

TEST(Explain, TimesAddUp) {
  for (const char *record : {"gap", "hot", "hit-rate"})
    for (const ExplainedLaunch &launch : explain(recorded(record), h200(), {}, false).launches) {
      double sum = launch.gap.usefulSeconds + launch.gap.remainder;
      for (const GapRow &row : launch.gap.rows)
        sum += row.seconds;
      EXPECT_EQ(launch.gap.rows.size(), 6U);
      EXPECT_NEAR(sum, launch.seconds, 1e-12) << launch.kernel;
    }
}

/// The stream: hardly a hit, and no byte too many. The columns: nearly all hits, eight times the sectors.
TEST(Explain, HitRateMisleads) {
  const check::Run run = recorded("hit-rate");
  std::map<std::string, double> hits;
  for (const KernelRecord &kernel : run.record.kernels) {
    const auto &counters = kernel.launches.front().counters;
    const auto hit = static_cast<double>(counters.at("l2_hit_sectors"));
    hits[kernel.name.substr(0, kernel.name.find('('))] =
        hit / (hit + static_cast<double>(counters.at("l2_miss_sectors")));
  }
  EXPECT_LT(hits.at("stream"), 0.01);
  EXPECT_GT(hits.at("columns"), 0.99);
  const Explanation explanation = explain(run, h200(), {}, false);
  const auto launches = byKernel(explanation);
  EXPECT_NEAR(launches.at("stream").bytes.read.demanded / launches.at("stream").bytes.read.needed, 1, 1e-9);
  EXPECT_NEAR(launches.at("columns").bytes.read.demanded / launches.at("columns").bytes.read.needed, 8, 1e-9);
  EXPECT_GT(launches.at("columns").seconds, 4 * launches.at("stream").seconds);
  EXPECT_EQ(firstRow(launches.at("columns")), "sector over-fetch");
  EXPECT_EQ(launches.at("stream").gap.row(GapCause::OverFetch).signature, Signature::Absent);
  EXPECT_THAT(explanation.decision, HasSubstr("columns"));
}

TEST(Explain, NothingHeadlinesAHitRate) {
  for (const char *record : {"gap", "hot", "hit-rate"}) {
    const Explanation explanation = explain(recorded(record), h200(), {}, false);
    EXPECT_THAT(toText(explanation), Not(HasSubstr("hit rate")));
    auto json = nlohmann::json::parse(toJson(explanation));
    json.erase("program"); // one of them is called so
    EXPECT_THAT(json.dump(), Not(HasSubstr("hit")));
  }
}

TEST(Explain, TheLastLineIsTheDecision) {
  const std::string text = toText(explain(recorded("gap"), h200(), {}, false));
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_THAT(last, testing::StartsWith("decision: partialWrites"));
}

TEST(Explain, RefusesCeilingsOfAnother) {
  const check::Run run = recorded("hot");
  const auto refusal = [&](check::Run changed) {
    try {
      explain(changed, h200(), {}, false);
    } catch (const std::runtime_error &error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal(run), "accepted");
  check::Run device = run, driver = run, ecc = run, clock = run;
  device.device.name = "NVIDIA H100 PCIe";
  EXPECT_THAT(refusal(device),
              HasSubstr("device: the ceilings are of NVIDIA H200 (sm_90), the run of NVIDIA H100 PCIe"));
  driver.record.driver = "570.12";
  EXPECT_THAT(refusal(driver), HasSubstr("driver: the ceilings are of 580.159.04, the run of 570.12"));
  ecc.device.ecc = false;
  EXPECT_THAT(refusal(ecc), HasSubstr("ECC: the ceilings are of on, beside the data, the run of off"));
  clock.clocks.front().memoryMegahertz = 1593;
  EXPECT_THAT(refusal(clock), HasSubstr("power state: the ceilings are of 3201 MHz memory clock, the run of 1593 MHz"));
  EXPECT_THAT(toText(explain(driver, h200(), {}, true)), HasSubstr("FOREIGN CEILINGS, forced: driver"));
}

TEST(Explain, AProfileMayNameTheBranchOfTheDriver) {
  TargetModel target = h200();
  target.ceilings->measured = "NVIDIA H200, driver 580, 2026-11";
  EXPECT_TRUE(ceilingProblems(recorded("hot"), target).empty());
  target.ceilings->measured = "NVIDIA H200, driver 58, 2026-11";
  EXPECT_EQ(ceilingProblems(recorded("hot"), target).size(), 1U);
}

TEST(Ceiling, BetweenTheMixesThatWereMeasured) {
  Ceilings ceilings{.readBytesPerSecond = 400, .writeBytesPerSecond = 300};
  EXPECT_FALSE(ceilingOfMix(ceilings, 1));
  ceilings.copyBytesPerSecond = 200;
  ceilings.triadBytesPerSecond = 300;
  EXPECT_DOUBLE_EQ(*ceilingOfMix(ceilings, 1), 400);
  EXPECT_DOUBLE_EQ(*ceilingOfMix(ceilings, 0.25), 250);
  EXPECT_DOUBLE_EQ(*ceilingOfMix(ceilings, 0.5), 200);
  EXPECT_DOUBLE_EQ(*ceilingOfMix(ceilings, 0.5 + 1.0 / 12), 250);
  ceilings.bytesInFlight = Curve{{{100, 10}, {200, 99}, {400, 100}}};
  EXPECT_DOUBLE_EQ(*rateInFlight(ceilings, 50), 5); // latency alone
  EXPECT_DOUBLE_EQ(*enoughInFlight(ceilings), 200);
}

TEST(LaunchBytes, OneWarpWithAWordInEachSector) {
  Launch launch;
  for (const char *counter : {"l1_store_sectors", "l1_reduction_sectors", "l1_atomic_sectors", "l2_write_sectors",
                              "l2_reduction_sectors", "l2_atomic_sectors", "dram_sectors_written"})
    launch.counters[counter] = 0;
  launch.counters["l1_load_sectors"] = launch.counters["l2_read_sectors"] = 32;
  EXPECT_FALSE(bytesOf(launch));
  launch.counters["dram_sectors_read"] = 64;
  launch.instructions.push_back({.kind = "load",
                                 .space = "global",
                                 .bytesPerLane = 4,
                                 .executed = 1,
                                 .lanes = 32,
                                 .sectors = 32,
                                 .idealSectors = 4,
                                 .lines = 8});
  const auto bytes = bytesOf(launch);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->read.asked, 128);
  EXPECT_EQ(bytes->read.needed, 128);
  EXPECT_EQ(bytes->read.demanded, 1024);
  EXPECT_EQ(bytes->read.dram, 2048);
  EXPECT_EQ(*bytes->inFlightOfWarp, 1024);
  EXPECT_EQ(bytes->l1Lines, 8);
}

TEST(Run, ComesBackAsItWasWritten) {
  for (const char *record : {"gap", "hot", "hit-rate"}) {
    const check::Run run = recorded(record);
    EXPECT_EQ(toJson(runFromJson(toJson(run))), toJson(run));
  }
}

TEST(Run, DamagedOnesAreOneLine) {
  const std::string good = readFile(std::string(SECTORSCOPE_CORPUS) + "/records/hot-h200.json");
  const auto message = [](const std::string &text) {
    try {
      runFromJson(text);
    } catch (const std::runtime_error &error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(message(good.substr(0, good.size() / 2)), HasSubstr("not valid JSON"));
  EXPECT_THAT(message("[]"), HasSubstr("not a run"));
  for (const char *field : {"\"timed\"", "\"clocks\"", "\"device\"", "\"nanoseconds\"", "\"resident_blocks\""}) {
    std::string damaged = good;
    damaged.replace(damaged.find(field), 2, "\"x");
    const std::string text = message(damaged);
    EXPECT_THAT(text, HasSubstr("run is damaged")) << field;
    EXPECT_THAT(text, Not(HasSubstr("\n"))) << field;
  }
}

TEST(Sweep, ReadsTheShape) {
  const auto shape = [](std::vector<SweepPoint> points) { return judge({.points = std::move(points)}); };
  const auto point = [](unsigned blocks, double seconds, double hits) {
    return SweepPoint{.residentBlocks = blocks, .seconds = seconds, .l2HitShare = hits};
  };
  const SweepVerdict rising = shape({point(1, 4, 0), point(2, 2, 0), point(4, 1, 0)});
  EXPECT_EQ(rising.shape, SweepShape::Rising);
  const SweepVerdict plateau = shape({point(1, 4, 0), point(2, 2, 0), point(4, 1, 0), point(8, 1, 0)});
  EXPECT_EQ(plateau.shape, SweepShape::Plateau);
  EXPECT_EQ(plateau.blocks, 4U);
  const SweepVerdict knee = shape({point(1, 4, 0.9), point(2, 2, 0.9), point(4, 3, 0.3)});
  EXPECT_EQ(knee.shape, SweepShape::Capacity);
  EXPECT_EQ(knee.blocks, 2U);
  EXPECT_EQ(shape({point(1, 4, 0)}).shape, SweepShape::TooFew);
}
