// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WarpTape.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

struct Scene {
  ExprGraph g;
  LaunchShape launch;
  ExprId lane = g.leaf(Op::LaneId, 32), tid = g.leaf(Op::Tid, 32, 0);

  ExprId number(std::uint64_t value, unsigned width = 32) { return g.constant(value, width); }
  ExprId iteration(unsigned loop = 0) { return g.leaf(Op::Counter, 32, loop); }
  ExprId param(unsigned argument, const char *name, bool isPointer = false) {
    return g.param({.argument = argument, .name = name, .width = 64, .isPointer = isPointer});
  }
  /// The variable of a recurrence, within its step.
  ExprId before(unsigned recurrence) { return g.leaf(Op::RecurVar, 32, recurrence); }
  ExprId after(unsigned recurrence, ExprId iterations) {
    return g.make({.op = Op::Recur, .width = 32, .a = iterations, .payload = recurrence});
  }
  WarpTape tape() {
    launch.block = launch.block.value_or(Dim3{64, 1, 1});
    launch.grid = Dim3{8, 1, 1};
    return WarpTape(g, launch);
  }
};

TEST(WarpTape, WorkedExample) {
  Scene s;
  const ExprId in = s.param(0, "in", true);
  const ExprId index = s.g.binary(Op::Add, s.g.binary(Op::Mul, s.number(256), s.g.leaf(Op::Ctaid, 32, 0)), s.tid);
  const ExprId address = s.g.binary(Op::Add, in, s.g.binary(Op::Mul, s.g.unary(Op::ZExt, 64, index), s.number(4, 64)));
  WarpTape tape = s.tape();
  for (const unsigned block : {2U, 5U})
    for (const unsigned warp : {1U, 0U}) {
      tape.setBlock({block, 0, 0});
      tape.setWarp(warp);
      for (unsigned lane = 0; lane < kLanes; ++lane)
        EXPECT_EQ(tape.eval(address)[lane] - tape.eval(in)[lane], 4 * (256 * block + 32 * warp + lane));
    }
  EXPECT_EQ(tape.dependenceOf(address), kOnBlock | kOnWarp);
}

TEST(WarpTape, PointersPointToObjectsOfTheirOwn) {
  Scene s;
  const ExprId a = s.param(0, "a", true), b = s.param(1, "b", true);
  WarpTape tape = s.tape();
  EXPECT_NE(objectOf(tape.eval(a)[0]), objectOf(tape.eval(b)[0]));
  EXPECT_EQ(objectOf(tape.eval(a)[0]), objectOf(tape.eval(a)[0] - 4096));
  EXPECT_EQ(tape.eval(a)[0] % 4096, 0);
}

TEST(WarpTape, LanesThatExist) {
  Scene s;
  s.launch.block = Dim3{10, 4, 1};
  WarpTape tape = s.tape();
  tape.setWarp(0);
  EXPECT_EQ(tape.live(), kAllLanes);
  tape.setWarp(1);
  EXPECT_EQ(tape.live(), 0xffU);
  EXPECT_EQ(tape.eval(s.tid)[7], 9);
}

TEST(WarpTape, ObstaclesAreNamed) {
  Scene s;
  const ExprId n = s.param(0, "n");
  const ExprId data = s.g.loaded(n, 64, {.reason = "value loaded from memory at f.cu:3", .place = {}});
  const ExprId sum = s.g.binary(Op::Add, s.g.unary(Op::ZExt, 64, s.tid), n);
  EXPECT_NE(s.tape().obstacle(sum).find("n"), std::string::npos);
  EXPECT_NE(s.tape().obstacle(data), "");
  s.launch.arguments["n"] = 3;
  EXPECT_EQ(s.tape().obstacle(sum), "");
  EXPECT_NE(s.tape().obstacle(data).find("f.cu:3"), std::string::npos);
}

/// x = 1; for (...) x = 3 * x + tid;
TEST(WarpTape, VariablesOfLoops) {
  Scene s;
  const ExprId step = s.g.binary(Op::Add, s.g.binary(Op::Mul, s.before(0), s.number(3)), s.tid);
  s.g.recurrences.push_back({.loop = 0, .start = s.number(1), .step = step});
  const ExprId within = s.after(0, s.iteration()), later = s.after(0, s.number(4)), ofEach = s.after(0, s.lane);
  WarpTape tape = s.tape();
  const auto expected = [](unsigned thread, unsigned iterations) {
    std::uint32_t x = 1;
    while (iterations-- > 0)
      x = 3 * x + thread;
    return std::int64_t{static_cast<std::int32_t>(x)};
  };
  for (const unsigned warp : {0U, 1U}) {
    tape.setWarp(warp);
    for (const unsigned iteration : {0U, 1U, 5U, 2U, 9U, 0U}) { // forwards and back
      tape.setCounter(0, iteration);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        ASSERT_EQ(tape.eval(within)[lane], expected(32 * warp + lane, iteration)) << iteration << " in lane " << lane;
        ASSERT_EQ(tape.eval(later)[lane], expected(32 * warp + lane, 4));
        ASSERT_EQ(tape.eval(ofEach)[lane], expected(32 * warp + lane, lane));
      }
    }
  }
  EXPECT_FALSE(tape.failed());
}

TEST(WarpTape, VariablesThatStepTogether) {
  Scene s; // a, b = b, a + b
  s.g.recurrences.push_back({.loop = 0, .start = s.number(0), .step = s.before(1)});
  s.g.recurrences.push_back({.loop = 0, .start = s.number(1), .step = s.g.binary(Op::Add, s.before(0), s.before(1))});
  const ExprId fibonacci = s.after(0, s.iteration());
  WarpTape tape = s.tape();
  tape.setCounter(0, 10);
  EXPECT_EQ(tape.eval(fibonacci)[3], 55);
  tape.setCounter(0, 11);
  EXPECT_EQ(tape.eval(fibonacci)[3], 89);
}

/// An inner loop whose variable starts where the outer iteration says.
TEST(WarpTape, VariablesStartAnewInEachOuterIteration) {
  Scene s;
  s.g.recurrences.push_back(
      {.loop = 1, .start = s.iteration(0), .step = s.g.binary(Op::Mul, s.before(0), s.number(2))});
  const ExprId x = s.after(0, s.iteration(1));
  WarpTape tape = s.tape();
  for (const int outer : {1, 3, 2})
    for (const int inner : {0, 1, 2, 3}) {
      tape.setCounter(0, outer);
      tape.setCounter(1, inner);
      EXPECT_EQ(tape.eval(x)[0], outer << inner);
    }
}

TEST(WarpTape, WhatHeldInEveryIterationBefore) {
  Scene s; // iteration < lane
  const ExprId holds = s.g.binary(Op::Ult, s.iteration(0), s.lane);
  const auto before = [&](ExprId iterations) {
    return s.g.make({.op = Op::AllBefore, .width = 1, .a = holds, .b = iterations, .payload = 0});
  };
  const ExprId within = before(s.iteration(0)), later = before(s.number(5));
  WarpTape tape = s.tape();
  for (const unsigned iteration : {0U, 1U, 7U, 3U, 31U}) {
    tape.setCounter(0, iteration);
    EXPECT_EQ(tape.maskOf(within), kAllLanes << iteration) << iteration;
    EXPECT_EQ(tape.maskOf(later), kAllLanes << 5);
  }
}

TEST(WarpTape, Shuffles) {
  Scene s;
  const ExprId from = s.g.binary(Op::Xor, s.lane, s.number(5));
  const ExprId taken = s.g.make({.op = Op::Shuffle, .width = 32, .a = s.tid, .b = from});
  WarpTape tape = s.tape();
  tape.setWarp(1);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    EXPECT_EQ(tape.eval(taken)[lane], 32 + (lane ^ 5));
}

TEST(WarpTape, LoopsThatAreTooLong) {
  Scene s;
  s.g.recurrences.push_back({.loop = 0, .start = s.number(1), .step = s.g.binary(Op::Mul, s.before(0), s.number(3))});
  const ExprId x = s.after(0, s.number(1 << 24));
  WarpTape tape = s.tape();
  tape.eval(x);
  EXPECT_TRUE(tape.failed());
}

} // namespace
} // namespace sectorscope
