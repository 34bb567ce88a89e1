// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LaunchWalk.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

/// `for (j = 0; running; ++j) if (guard) a[index] = 0` with 4-byte elements.
struct Scene {
  ExprGraph g;
  std::vector<LoopSite> loops;
  AccessSite site;
  Dim3 block{64, 1, 1};
  ExprId tid = g.leaf(Op::Tid, 64, 0), j = g.leaf(Op::Counter, 64, 0);
  std::size_t budget = 1000;

  struct Seen {
    std::uint32_t mask;
    std::int64_t first; ///< element of the first lane
    std::vector<std::int64_t> iterations;
  };
  std::vector<Seen> seen;

  ExprId number(std::uint64_t value) { return g.constant(value, 64); }
  ExprId below(ExprId a, ExprId b) { return g.binary(Op::Ult, a, b); }
  void addLoop(ExprId running) {
    site.loops.push_back(static_cast<unsigned>(loops.size()));
    loops.push_back({.place = {}, .entered = g.constant(1, 1), .running = running});
  }
  bool walk(ExprId index, const std::function<void(LaunchWalk &)> &prepare = {}) {
    const ExprId base = g.param({.argument = 0, .name = "a", .width = 64, .isPointer = true});
    site.kind = AccessKind::Store;
    site.bytesPerLane = 4;
    site.address = g.binary(Op::Add, base, g.binary(Op::Mul, index, number(4)));
    if (!site.guard)
      site.guard = g.constant(1, 1);
    WarpTape tape(g, {.block = block, .grid = Dim3{1, 1, 1}});
    LaunchWalk walk(tape, g, loops, site, block);
    EXPECT_EQ(walk.obstacle(), "");
    if (prepare)
      prepare(walk);
    seen.clear();
    return walk.visit({0, 0, 0}, budget, [&](const WalkedRequest &request) {
      seen.push_back({request.mask, ((*request.addresses)[0] - tape.eval(base)[0]) / 4, *request.iterations});
    });
  }
};

TEST(LaunchWalk, WorkedExample) {
  Scene s;
  s.addLoop(s.below(s.j, s.number(4)));
  ASSERT_TRUE(s.walk(s.g.binary(Op::Add, s.g.binary(Op::Mul, s.j, s.number(256)), s.tid)));
  ASSERT_EQ(s.seen.size(), 8U);
  for (unsigned i = 0; i < 8; ++i) { // warp by warp
    EXPECT_EQ(s.seen[i].mask, kAllLanes);
    EXPECT_EQ(s.seen[i].first, 256 * (i % 4) + 32 * (i / 4));
    EXPECT_EQ(s.seen[i].iterations, std::vector<std::int64_t>{i % 4});
  }
}

TEST(LaunchWalk, LanesLeaveEarly) {
  Scene s; // the triangle: j < tid
  s.block = Dim3{32, 1, 1};
  s.addLoop(s.below(s.j, s.tid));
  ASSERT_TRUE(s.walk(s.g.binary(Op::Add, s.j, s.tid)));
  ASSERT_EQ(s.seen.size(), 31U);
  for (unsigned i = 0; i < 31; ++i)
    EXPECT_EQ(s.seen[i].mask, kAllLanes << i << 1);
}

TEST(LaunchWalk, NoLaneNoRequest) {
  Scene s;
  s.site.guard = s.below(s.tid, s.number(5));
  ASSERT_TRUE(s.walk(s.tid));
  ASSERT_EQ(s.seen.size(), 1U);
  EXPECT_EQ(s.seen[0].mask, 0x1fU);
  s.site.moves = s.below(s.number(2), s.tid);
  ASSERT_TRUE(s.walk(s.tid));
  EXPECT_EQ(s.seen[0].mask, 0x18U);
}

TEST(LaunchWalk, LastWarpInPart) {
  Scene s;
  s.block = Dim3{7, 5, 1};
  ASSERT_TRUE(s.walk(s.tid));
  ASSERT_EQ(s.seen.size(), 2U);
  EXPECT_EQ(s.seen[1].mask, 0x7U);
}

TEST(LaunchWalk, Budget) {
  Scene s;
  s.addLoop(s.below(s.j, s.number(4)));
  s.budget = 12;
  EXPECT_FALSE(s.walk(s.j));
  EXPECT_EQ(s.budget, 0U);
  EXPECT_LT(s.seen.size(), 8U);
}

TEST(LaunchWalk, RepetitionsAreSkipped) {
  Scene s; // the outer loop does not matter
  s.addLoop(s.below(s.j, s.number(4)));
  const ExprId k = s.g.leaf(Op::Counter, 64, 1);
  s.addLoop(s.below(k, s.number(3)));
  const ExprId index = s.g.binary(Op::Add, k, s.tid);
  ASSERT_TRUE(s.walk(index));
  EXPECT_EQ(s.seen.size(), 2U * 4 * 3);
  ASSERT_TRUE(s.walk(index, [](LaunchWalk &walk) { walk.skipRepetitions(Skipped::All); }));
  EXPECT_EQ(s.seen.size(), 2U * 3);
}

/// How far the inner loop goes hangs on the outer one: its later iterations touch more.
TEST(LaunchWalk, LongerLoopsAreNoRepetitions) {
  Scene s;
  s.block = Dim3{32, 1, 1};
  s.addLoop(s.below(s.j, s.number(4)));
  const ExprId k = s.g.leaf(Op::Counter, 64, 1);
  s.addLoop(s.below(k, s.j));
  ASSERT_TRUE(s.walk(s.g.binary(Op::Add, k, s.tid), [](LaunchWalk &walk) { walk.skipRepetitions(Skipped::All); }));
  EXPECT_EQ(s.seen.size(), 0U + 1 + 2 + 3);
}

/// Where lanes leave one by one, a request of the first iteration does not stand for the later ones.
TEST(LaunchWalk, UnevenLoopsAreKeptForMeans) {
  Scene s;
  s.block = Dim3{32, 1, 1};
  s.addLoop(s.below(s.j, s.tid));
  ASSERT_TRUE(s.walk(s.tid, [](LaunchWalk &walk) { walk.skipRepetitions(Skipped::All); }));
  EXPECT_EQ(s.seen.size(), 1U);
  ASSERT_TRUE(s.walk(s.tid, [](LaunchWalk &walk) { walk.skipRepetitions(Skipped::Even); }));
  EXPECT_EQ(s.seen.size(), 31U);
  Scene even;
  even.addLoop(even.below(even.j, even.number(5)));
  ASSERT_TRUE(even.walk(even.tid, [](LaunchWalk &walk) { walk.skipRepetitions(Skipped::Even); }));
  EXPECT_EQ(even.seen.size(), 2U);
}

TEST(LaunchWalk, FirstIterationsOnly) {
  Scene s;
  s.block = Dim3{32, 1, 1};
  s.addLoop(s.below(s.j, s.number(10)));
  const ExprId k = s.g.leaf(Op::Counter, 64, 1);
  s.addLoop(s.below(k, s.number(10)));
  ASSERT_TRUE(s.walk(s.g.binary(Op::Add, k, s.j), [](LaunchWalk &walk) { walk.setMostIterations(3, 2); }));
  EXPECT_EQ(s.seen.size(), 2U * 3);
  EXPECT_EQ(s.seen.back().iterations, (std::vector<std::int64_t>{1, 2}));
}

TEST(LaunchWalk, DataIsAnObstacle) {
  Scene s;
  s.site.address = s.g.loaded(s.tid, 64, {.reason = "value loaded from memory at f.cu:3", .place = {}});
  WarpTape tape(s.g, {.block = s.block, .grid = Dim3{1, 1, 1}});
  EXPECT_NE(LaunchWalk(tape, s.g, s.loops, s.site, s.block).obstacle(), "");
}

} // namespace
} // namespace sectorscope
