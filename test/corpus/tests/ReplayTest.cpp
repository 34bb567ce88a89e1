// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Replay.h"
#include "Prediction.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace sectorscope::check {
namespace {

/// 8 warps load one word a lane, contiguous but 4 bytes off: 5 sectors, 2 lines.
Instruction load() {
  return {.offset = 16,
          .opcode = "LDG.E",
          .place = {"src/a.cu", 5},
          .kind = "load",
          .space = "global",
          .bytesPerLane = 4,
          .executed = 8,
          .lanes = 256,
          .sectors = 40,
          .idealSectors = 32,
          .lines = 16};
}

Record recordOf(std::vector<Instruction> instructions) {
  Record record;
  Launch launch;
  launch.grid = {2, 1, 1};
  launch.block = {128, 1, 1};
  launch.instructions = std::move(instructions);
  record.kernels.push_back({"f(float*)", "_Z1fPf", {launch}});
  return record;
}

PredictedAccess access() {
  return {.place = {"a.cu", 5},
          .innermost = {"a.cu", 5},
          .kind = "load",
          .space = "global",
          .status = "exact",
          .bytesPerLane = 4,
          .requests = 8,
          .activeLanes = 32,
          .sectors = Range{5, 5, 5},
          .lines = Range{2, 2, 2},
          .idealSectors = 4};
}

std::vector<PredictedKernel> reportOf(std::vector<PredictedAccess> accesses) {
  const PredictedLaunch launch{
      .grid = Dim3{2, 1, 1}, .block = Dim3{128, 1, 1}, .orders = {}, .totals = {}, .accesses = std::move(accesses)};
  return {{"f(float*)", "_Z1fPf", {launch}}};
}

Comparison only(const Record &record, const std::vector<PredictedKernel> &report) {
  ReplayResult result = replay(record, report);
  EXPECT_EQ(result.comparisons.size(), 1u) << toText(result, true);
  return result.comparisons.empty() ? Comparison() : result.comparisons[0];
}

TEST(Replay, ExactAndRight) {
  ReplayResult result = replay(recordOf({load()}), reportOf({access()}));
  EXPECT_EQ(result.counts[0], 1u);
  EXPECT_FALSE(result.anyWrong());
  EXPECT_EQ(toText(result, true), "exact and right: f(float*) <<<2x1x1, 128x1x1>>> a.cu:5 global load: predicted 5 "
                                  "sectors x 8 requests, measured 5 sectors x 8 requests\n"
                                  "     1 exact and right\n     0 bounded\n     0 unknown\n     0 wrong\n"
                                  "     0 compiler-changed\n     0 not executed\n     0 not predicted\n");
}

TEST(Replay, WrongSectors) {
  PredictedAccess wrong = access();
  wrong.sectors = Range{4, 4, 4};
  Comparison c = only(recordOf({load()}), reportOf({wrong}));
  EXPECT_EQ(c.verdict, Verdict::Wrong);
  EXPECT_EQ(c.evidence, "sectors 40 measured, 32 predicted [LDG.E]");
}

// Sums are whole numbers, and a report rounds means to four decimals: 4.3333 stands for 26 sectors in 6 requests, not
// for 27 or for 25.
TEST(Replay, SumsAreComparedWithoutTolerance) {
  Instruction sixth = load();
  sixth.executed = 6;
  sixth.lanes = 192;
  sixth.lines = 12;
  PredictedAccess mean = access();
  mean.requests = 6;
  mean.sectors = Range{4, 4.3333, 5};
  for (std::uint64_t sectors : {25, 26, 27}) {
    sixth.sectors = sectors;
    EXPECT_EQ(only(recordOf({sixth}), reportOf({mean})).verdict, sectors == 26 ? Verdict::Right : Verdict::Wrong);
  }
  Instruction large = load();
  PredictedAccess many = access();
  for (std::uint64_t *sum : {&large.executed, &large.lanes, &large.sectors, &large.idealSectors, &large.lines})
    *sum *= 2000;
  *many.requests *= 2000;
  EXPECT_EQ(only(recordOf({large}), reportOf({many})).verdict, Verdict::Right);
  ++large.sectors;
  EXPECT_EQ(only(recordOf({large}), reportOf({many})).verdict, Verdict::Wrong);
}

TEST(Replay, WrongLinesLanesOrRequests) {
  for (auto spoil : {+[](PredictedAccess &a) { a.lines = Range{1, 1, 1}; },
                     +[](PredictedAccess &a) { a.activeLanes = 31; }, +[](PredictedAccess &a) { a.requests = 7; }}) {
    PredictedAccess wrong = access();
    spoil(wrong);
    EXPECT_EQ(only(recordOf({load()}), reportOf({wrong})).verdict, Verdict::Wrong);
  }
}

TEST(Replay, OneLaneThatAddsForItsWarpIsTheCompilersDoing) {
  PredictedAccess all = access();
  all.kind = "reduction";
  all.sectors = all.lines = Range{1, 1, 1};
  Instruction one = load();
  one.kind = "reduction";
  one.opcode = "REDG.E.ADD";
  one.sectors = one.lanes = one.lines = one.executed;
  Comparison c = only(recordOf({one}), reportOf({all}));
  EXPECT_EQ(c.verdict, Verdict::CompilerChanged);
  one.lanes = 5 * one.executed; // five of 32 lanes: no such reason
  EXPECT_EQ(only(recordOf({one}), reportOf({all})).verdict, Verdict::Wrong);
}

TEST(Replay, OneLaneThatAddsForItsWarpOnAnotherLine) {
  PredictedAccess all = access();
  all.kind = "reduction";
  all.sectors = all.lines = Range{1, 1, 1};
  Instruction one = load();
  one.kind = "reduction";
  one.place = {"/usr/include/atomics.h", 341};
  one.sectors = one.lanes = one.lines = one.executed;
  ReplayResult result = replay(recordOf({one}), reportOf({all}));
  ASSERT_EQ(result.comparisons.size(), 2u);
  for (const Comparison &c : result.comparisons) {
    EXPECT_EQ(c.verdict, Verdict::CompilerChanged);
    EXPECT_FALSE(c.foundElsewhere);
  }
  one.lanes = 5 * one.executed;
  EXPECT_EQ(replay(recordOf({one}), reportOf({all})).comparisons[1].verdict, Verdict::NotPredicted);
}

TEST(Replay, MeansAreComparedWhereRequestsAreUnknown) {
  PredictedAccess mean = access();
  mean.requests = std::nullopt;
  EXPECT_EQ(only(recordOf({load()}), reportOf({mean})).verdict, Verdict::Right);
  mean.sectors->mean = 5.01;
  EXPECT_EQ(only(recordOf({load()}), reportOf({mean})).verdict, Verdict::Wrong);
  mean.sectors->mean = 5.004;
  EXPECT_EQ(only(recordOf({load()}), reportOf({mean})).verdict, Verdict::Right);
}

// The last warp of the launch asks for 2 sectors only: allowed where the report assumed a tail, wrong where not.
TEST(Replay, OneBoundaryWarpIsAllowedWithATail) {
  Instruction tail = load();
  tail.sectors = 37;
  tail.lanes = 230;
  tail.idealSectors = 29;
  tail.lines = 15;
  PredictedAccess mean = access();
  mean.requests = std::nullopt;
  EXPECT_EQ(only(recordOf({tail}), reportOf({mean})).verdict, Verdict::Wrong);
  mean.assumesTail = true;
  EXPECT_EQ(only(recordOf({tail}), reportOf({mean})).verdict, Verdict::Right);
  tail.sectors = 20; // more than one warp's worth
  EXPECT_EQ(only(recordOf({tail}), reportOf({mean})).verdict, Verdict::Wrong);
}

TEST(Replay, CopiesAtOnePlaceAreJoined) {
  Instruction half = load(), other = load();
  half.executed = other.executed = 4;
  half.lanes = other.lanes = 128;
  half.sectors = 24;
  other.sectors = 16;
  half.idealSectors = other.idealSectors = 16;
  half.lines = other.lines = 8;
  other.offset = 32;
  EXPECT_EQ(only(recordOf({half, other}), reportOf({access()})).verdict, Verdict::Right);
}

TEST(Replay, BoundsMustHold) {
  PredictedAccess bounded = access();
  bounded.status = "bounded";
  bounded.reason = "block shape unknown";
  bounded.sectors = Range{4, 4.5, 8};
  EXPECT_EQ(only(recordOf({load()}), reportOf({bounded})).verdict, Verdict::Bounded);
  bounded.sectors = Range{1, 2, 4};
  EXPECT_EQ(only(recordOf({load()}), reportOf({bounded})).verdict, Verdict::Wrong);
}

TEST(Replay, UnknownKeepsItsReason) {
  PredictedAccess unknown = access();
  unknown.status = "unknown";
  unknown.reason = "data-dependent";
  unknown.sectors = std::nullopt;
  Comparison c = only(recordOf({load()}), reportOf({unknown}));
  EXPECT_EQ(c.verdict, Verdict::Unknown);
  EXPECT_EQ(c.evidence, "data-dependent");
}

TEST(Replay, CompilerMovedTheAccess) {
  Instruction moved = load();
  moved.place.line = 6;
  ReplayResult result = replay(recordOf({moved}), reportOf({access()}));
  ASSERT_EQ(result.comparisons.size(), 2u);
  EXPECT_EQ(result.comparisons[0].verdict, Verdict::CompilerChanged);
  EXPECT_EQ(result.comparisons[0].evidence,
            "no global load at this line; the kernel has LDG.E at line 6; in sum equal to what was counted at "
            "src/a.cu:6");
  EXPECT_EQ(result.comparisons[1].verdict, Verdict::NotPredicted);
  EXPECT_TRUE(result.comparisons[0].foundElsewhere);
  EXPECT_TRUE(result.comparisons[1].foundElsewhere);
}

// Another line must hold the same sums, every one of them.
TEST(Replay, MovedAccessesMustAddUp) {
  Instruction first = load(), second = load();
  first.place.line = second.place.line = 7;
  second.offset = 32;
  PredictedAccess other = access();
  other.place.line = other.innermost.line = 6;
  ReplayResult both = replay(recordOf({first, second}), reportOf({access(), other}));
  ASSERT_EQ(both.comparisons.size(), 3u);
  EXPECT_TRUE(both.comparisons[1].foundElsewhere);
  for (auto spoil : {+[](Instruction &i) { i.executed = 9; }, +[](Instruction &i) { i.sectors = 41; },
                     +[](Instruction &i) { i.lines = 17; }, +[](Instruction &i) { i.lanes = 255; }}) {
    Instruction wrong = second;
    spoil(wrong);
    for (const Comparison &c : replay(recordOf({first, wrong}), reportOf({access(), other})).comparisons)
      EXPECT_FALSE(c.foundElsewhere);
  }
  for (const Comparison &c : replay(recordOf({first, second}), reportOf({access()})).comparisons)
    EXPECT_FALSE(c.foundElsewhere);
}

TEST(Replay, CompilerChangedTheWidth) {
  Instruction wide = load();
  wide.opcode = "LDG.E.128";
  wide.bytesPerLane = 16;
  wide.executed = 2;
  Comparison c = only(recordOf({wide}), reportOf({access()}));
  EXPECT_EQ(c.verdict, Verdict::CompilerChanged);
  EXPECT_NE(c.evidence.find("[LDG.E.128]"), std::string::npos);
}

/// 8 warps store one word a lane on the next line, once.
Instruction storeOnce() {
  Instruction store = load();
  store.offset = 64;
  store.opcode = "STG.E";
  store.kind = "store";
  store.place.line = 6;
  return store;
}

PredictedAccess storeAccess() {
  PredictedAccess store = access();
  store.kind = "store";
  store.place.line = store.innermost.line = 6;
  return store;
}

/// The verdict on the load of `access()`.
Comparison onLoad(const std::vector<Instruction> &instructions, const std::vector<PredictedAccess> &accesses) {
  for (const Comparison &c : replay(recordOf(instructions), reportOf(accesses)).comparisons)
    if (c.kind == "load")
      return c;
  ADD_FAILURE() << "no load";
  return {};
}

// After the store, nvcc does not know that the value is still what it read before.
TEST(Replay, CompilerReadsTwice) {
  Instruction again = load();
  again.offset = 0x80;
  Comparison c = onLoad({load(), storeOnce(), again}, {access(), storeAccess()});
  EXPECT_EQ(c.verdict, Verdict::CompilerChanged);
  EXPECT_EQ(c.evidence,
            "sectors 80 measured, 40 predicted; lanes 512 measured, 256 predicted; lines 32 measured, 16 predicted; "
            "requests 16 measured, 8 predicted [LDG.E x2]; 2 machine instructions for 1 access of the IR: LDG.E at "
            "0x10, LDG.E at 0x80");
}

TEST(Replay, CompilerReadsOnceForTwo) {
  Comparison c = onLoad({load(), storeOnce()}, {access(), access(), storeAccess()});
  EXPECT_EQ(c.verdict, Verdict::CompilerChanged);
  EXPECT_NE(c.evidence.find("1 machine instruction for 2 accesses of the IR: LDG.E at 0x10"), std::string::npos);
}

// Twice the requests by one instruction, or by as many as predicted, are no copies: the trips are wrong.
TEST(Replay, WrongTripsAreNotTheCompilersDoing) {
  Instruction twice = load();
  for (std::uint64_t *sum : {&twice.executed, &twice.lanes, &twice.sectors, &twice.idealSectors, &twice.lines})
    *sum *= 2;
  EXPECT_EQ(onLoad({twice, storeOnce()}, {access(), storeAccess()}).verdict, Verdict::Wrong);
  Instruction other = twice;
  other.offset = 0x80;
  EXPECT_EQ(onLoad({twice, other, storeOnce()}, {access(), access(), storeAccess()}).verdict, Verdict::Wrong);
  Instruction idle = load(); // never executed, so no copy of anything
  idle.executed = idle.lanes = idle.sectors = idle.idealSectors = idle.lines = 0;
  EXPECT_EQ(onLoad({twice, idle, storeOnce()}, {access(), storeAccess()}).verdict, Verdict::Wrong);
}

TEST(Replay, CopiesMustEqualThePredictionInEveryNumber) {
  for (auto spoil : {+[](Instruction &i) { i.executed = 12; }, +[](Instruction &i) { i.sectors = 41; },
                     +[](Instruction &i) { i.lines = 17; }, +[](Instruction &i) { i.lanes = 255; }}) {
    Instruction again = load();
    again.offset = 0x80;
    spoil(again);
    EXPECT_EQ(onLoad({load(), storeOnce(), again}, {access(), storeAccess()}).verdict, Verdict::Wrong);
  }
}

// Two accesses of unlike numbers: copies of one of them do not speak for the other.
TEST(Replay, EveryAccessNeedsACopy) {
  PredictedAccess wide = access();
  wide.sectors = Range{8, 8, 8};
  Instruction again = load();
  again.offset = 0x80;
  Instruction third = load();
  third.offset = 0x90;
  EXPECT_EQ(onLoad({load(), again, third, storeOnce()}, {access(), wide, storeAccess()}).verdict, Verdict::Wrong);
  third.sectors = 64;
  EXPECT_EQ(onLoad({load(), again, third, storeOnce()}, {access(), wide, storeAccess()}).verdict,
            Verdict::CompilerChanged);
}

// A loop that runs twice as often as predicted and is unrolled by two looks like a copy, and so does all that is in it.
TEST(Replay, CopiesNeedAnotherPlaceThatIsExecutedAsPredicted) {
  Instruction again = load();
  again.offset = 0x80;
  EXPECT_EQ(onLoad({load(), again}, {access()}).verdict, Verdict::Wrong);
  Instruction storeAgain = storeOnce();
  storeAgain.offset = 0x90;
  EXPECT_EQ(onLoad({load(), storeOnce(), again, storeAgain}, {access(), storeAccess()}).verdict, Verdict::Wrong);
}

// Stores in both sides of a branch: one machine instruction behind it, on the line of the first.
TEST(Replay, SidesOfABranchAreJoined) {
  auto side = [](unsigned line, double lanes, double sectors) {
    PredictedAccess store = storeAccess();
    store.place = store.innermost = {"a.cu", line};
    store.activeLanes = lanes;
    store.sectors = Range{sectors, sectors, sectors};
    store.lines = Range{1, 1, 1};
    return store;
  };
  auto verdict = [&](auto spoil, std::vector<PredictedAccess> sides) {
    Instruction one = storeOnce(); // 8 warps, 256 lanes
    one.place.line = 20;
    one.sectors = 32;
    one.lines = 8;
    spoil(one);
    std::vector<PredictedAccess> all = {access()};
    all.insert(all.end(), sides.begin(), sides.end());
    ReplayResult result = replay(recordOf({load(), one}), reportOf(all));
    EXPECT_EQ(result.comparisons.at(0).verdict, Verdict::Right);
    return result.comparisons.at(1).verdict;
  };
  const std::vector<PredictedAccess> sides = {side(20, 12, 2), side(21, 20, 3)};
  auto keep = [](Instruction &) {};
  EXPECT_EQ(verdict(keep, sides), Verdict::CompilerChanged);
  EXPECT_EQ(verdict(keep, {sides[0]}), Verdict::Wrong);
  EXPECT_EQ(verdict(keep, {sides[0], side(21, 19, 3)}), Verdict::Wrong);
  EXPECT_EQ(verdict([](Instruction &i) { i.sectors = 41; }, sides), Verdict::Wrong); // more than both together
  EXPECT_EQ(verdict([](Instruction &i) { i.sectors = 23; }, sides), Verdict::Wrong); // fewer than one of them
  EXPECT_EQ(verdict([](Instruction &i) { i.lines = 17; }, sides), Verdict::Wrong);
  std::vector<PredictedAccess> rarely = sides;
  *rarely[0].requests = 7; // nothing is executed as often
  rarely[0].activeLanes = 12 * 8 / 7.0;
  EXPECT_EQ(verdict(keep, rarely), Verdict::Wrong);
}

// The other way round: one compiler stores behind the branch, on no line, and the other in both of its sides.
TEST(Replay, SidesOfABranchAreNotJoined) {
  PredictedAccess joined = access(); // 8 requests, 40 sectors, 16 lines, 256 lanes
  joined.place.line = joined.innermost.line = 0;
  Instruction then = load();
  then.place.line = 20;
  then.executed = 6;
  then.lanes = 96;
  then.sectors = 25;
  then.lines = 9;
  Instruction otherwise = load();
  otherwise.place.line = 21;
  otherwise.lanes = 160;
  otherwise.sectors = 30;
  otherwise.lines = 10;
  auto verdicts = [&](const Instruction &one, const Instruction &other) {
    std::set<Verdict> all;
    for (const Comparison &c : replay(recordOf({one, other}), reportOf({joined})).comparisons)
      all.insert(c.verdict);
    return all;
  };
  EXPECT_EQ(verdicts(then, otherwise), std::set{Verdict::CompilerChanged});
  for (auto spoil : {+[](Instruction &i) { i.lanes = 161; }, +[](Instruction &i) { i.sectors = 41; },
                     +[](Instruction &i) { i.sectors = 14; }, +[](Instruction &i) { i.executed = 9; },
                     +[](Instruction &i) { i.executed = 1; }}) {
    Instruction wrong = otherwise;
    spoil(wrong);
    EXPECT_TRUE(verdicts(then, wrong).contains(Verdict::NotPredicted));
  }
}

// Idle warps of a predicated instruction are executed, but are no requests.
TEST(Replay, PredicatedIdleWarps) {
  Instruction predicated = load();
  predicated.predicated = true;
  predicated.executed = 20;
  EXPECT_EQ(only(recordOf({predicated}), reportOf({access()})).verdict, Verdict::Right);
}

TEST(Replay, NotExecuted) {
  Instruction idle = load();
  idle.executed = idle.lanes = idle.sectors = idle.idealSectors = idle.lines = 0;
  EXPECT_EQ(only(recordOf({idle}), reportOf({access()})).verdict, Verdict::Wrong);
  PredictedAccess mean = access();
  mean.requests = std::nullopt;
  EXPECT_EQ(only(recordOf({idle}), reportOf({mean})).verdict, Verdict::NotExecuted);
  mean.requests = 0;
  EXPECT_EQ(only(recordOf({idle}), reportOf({mean})).verdict, Verdict::Right);
}

TEST(Replay, SharedMemoryComparesWavefronts) {
  Instruction conflict = load();
  conflict.opcode = "LDS";
  conflict.space = "shared";
  conflict.wavefronts = 64;
  PredictedAccess shared = access();
  shared.space = "shared";
  shared.wavefronts = Range{8, 8, 8};
  EXPECT_EQ(only(recordOf({conflict}), reportOf({shared})).verdict, Verdict::Right);
  shared.wavefronts = Range{1, 1, 1};
  EXPECT_EQ(only(recordOf({conflict}), reportOf({shared})).verdict, Verdict::Wrong);
}

TEST(Replay, InlinedFromASystemHeader) {
  Instruction header = load();
  header.place = {"/usr/lib/clang/include/atomics.h", 341};
  PredictedAccess user = access();
  user.innermost = {"include/atomics.h", 341};
  EXPECT_EQ(only(recordOf({header}), reportOf({user})).verdict, Verdict::Right);
  header.place.line = 7;
  header.callers = {{"src/a.cu", 5}};
  EXPECT_EQ(only(recordOf({header}), reportOf({user})).verdict, Verdict::Right);
}

TEST(Replay, LaunchesOfOneShapeInOrder) {
  Record record = recordOf({load()});
  Launch second = record.kernels[0].launches[0];
  second.instructions[0].sectors = 64;
  record.kernels[0].launches.push_back(second);
  std::vector<PredictedKernel> report = reportOf({access()});
  PredictedLaunch eight = report[0].launches[0];
  eight.accesses[0].sectors = Range{8, 8, 8};
  report[0].launches.push_back(eight);
  EXPECT_EQ(replay(record, report).counts[0], 2u);
}

TEST(Replay, FallsBackToTheBlockThenToAnyLaunch) {
  std::vector<PredictedKernel> report = reportOf({access()});
  report[0].launches[0].grid = std::nullopt;
  EXPECT_EQ(only(recordOf({load()}), report).verdict, Verdict::Right);
  report[0].launches[0].block = std::nullopt;
  EXPECT_EQ(only(recordOf({load()}), report).verdict, Verdict::Right);
  report[0].launches[0].block = Dim3{64, 1, 1};
  EXPECT_EQ(only(recordOf({load()}), report).verdict, Verdict::NotPredicted);
  report[0].mangled = report[0].name = "g";
  EXPECT_EQ(only(recordOf({load()}), report).evidence, "the report has no such kernel");
}

TEST(Prediction, ReadsAReport) {
  std::vector<PredictedKernel> kernels = predictionsFromJson(R"json({"schema": "sectorscope-report/1", "kernels": [
    {"name": "f(float*)", "mangled": "_Z1fPf", "launches": [{"grid": null, "block": [128, 1, 1], "accesses": [
      {"id": "0.0", "file": "a.cu", "line": 5, "inline_stack": [{"file": "a.cu", "line": 5}, {"file": "b.h", "line": 9}],
       "kind": "load", "space": "global", "bytes_per_lane": 4, "status": "exact", "assumes": ["no-wrap n", "tail"],
       "reason": null, "requests": null, "active_lanes": 32.0, "sectors_per_request": {"min": 4, "mean": 4.5, "max": 5},
       "ideal_sectors_per_request": 4.0, "lines_per_request": null}]}]}]})json");
  ASSERT_EQ(kernels.size(), 1u);
  const PredictedLaunch &launch = kernels[0].launches.at(0);
  EXPECT_FALSE(launch.grid);
  EXPECT_EQ(launch.block, (Dim3{128, 1, 1}));
  const PredictedAccess &a = launch.accesses.at(0);
  EXPECT_EQ(a.innermost, (Place{"b.h", 9}));
  EXPECT_TRUE(a.assumesTail);
  EXPECT_FALSE(a.requests);
  EXPECT_FALSE(a.lines);
  EXPECT_EQ(a.sectors->mean, 4.5);
}

TEST(Prediction, RefusesDamage) {
  EXPECT_THROW(predictionsFromJson("{"), std::runtime_error);
  EXPECT_THROW(predictionsFromJson("[]"), std::runtime_error);
  EXPECT_THROW(predictionsFromJson(R"({"schema": "other"})"), std::runtime_error);
  EXPECT_THROW(predictionsFromJson(R"({"schema": "sectorscope-report/1"})"), std::runtime_error);
  EXPECT_THROW(predictionsFromJson(R"({"schema": "sectorscope-report/1", "kernels": [{"launches": 3}]})"),
               std::runtime_error);
}

} // namespace
} // namespace sectorscope::check
