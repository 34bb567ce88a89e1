// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of other lanes: every mode and width against the words of the CUDA programming guide, lane by lane.

#include "sectorscope/Audit.h"

#include "ir/Shuffles.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace sectorscope;

namespace {

struct Scene {
  Kernel kernel;
  ExprGraph &g = kernel.graph;
  ExprId lane = g.leaf(Op::LaneId, 32), tid = g.leaf(Op::Tid, 32, 0);
  ExprId n = g.param({.argument = 1, .offset = 0, .name = "n", .width = 32});
  ExprId data = g.loaded(g.unary(Op::ZExt, 64, tid), 32, {.reason = "value loaded from memory at f.cu:3", .place = {}});

  ExprId number(std::uint64_t value) { return g.constant(value, 32); }
  ExprId shuffle(ExprId value, ExprId source) {
    return g.make({.op = Op::Shuffle, .width = g[value].width, .a = value, .b = source});
  }
  /// Of words at `index` from an aligned start.
  Footprint read(ExprId index, Dim3 block = {64, 1, 1}) {
    const ExprId base = g.param({.argument = 0, .offset = 0, .name = "in", .width = 64, .isPointer = true});
    AccessSite site;
    site.bytesPerLane = 4;
    site.address = g.binary(Op::Add, base, g.binary(Op::Mul, g.unary(Op::SExt, 64, index), g.constant(4, 64)));
    site.guard = g.constant(1, 1);
    return footprintOf(kernel, site, {.block = block}, *builtinTarget("sm_90"));
  }
};

/// The lane whose value `lane` gets from __shfl_sync and its kin.
unsigned sourceOf(const std::string &mode, unsigned lane, unsigned by, unsigned width) {
  const unsigned rank = lane % width, start = lane - rank;
  if (mode == "idx")
    return start + by % width;
  if (mode == "up")
    return rank >= by ? lane - by : lane;
  if (mode == "down")
    return rank + by < width ? lane + by : lane;
  return (lane ^ by) < start + width ? lane ^ by : lane; // lanes of earlier segments may be read, of later ones not
}

TEST(Shuffles, EveryModeAndWidth) {
  for (const std::string mode : {"idx", "up", "down", "bfly"})
    for (const unsigned width : {1U, 2U, 4U, 8U, 16U, 32U})
      for (const unsigned by : {0U, 1U, 3U, 8U, 17U, 31U}) {
        Scene s;
        const ExprId control = s.number((32 - width) << 8 | (mode == "up" ? 0 : 31));
        const auto taken = shuffled(mode, s.tid, s.number(by), control, s.g);
        ASSERT_TRUE(taken);
        // What comes from there and what is here, mixed so that another lane's value shows; 7 where there is none.
        const ExprId mixed = s.g.binary(Op::Add, s.g.binary(Op::Mul, taken->value, s.number(9)),
                                        s.g.binary(Op::Mul, s.lane, s.number(5)));
        const Footprint f = s.read(s.g.select(taken->isWithin, mixed, s.number(7)));
        unsigned least = 32, most = 0;
        for (const unsigned warp : {0U, 1U}) {
          std::set<unsigned> sectors;
          for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned source = sourceOf(mode, lane, by, width);
            const bool isOwn = source == lane && mode != "idx" && by != 0; // it asked for one beyond its segment
            sectors.insert(isOwn ? 0 : ((32 * warp + source) * 9 + lane * 5) / 8);
          }
          least = std::min(least, static_cast<unsigned>(sectors.size()));
          most = std::max(most, static_cast<unsigned>(sectors.size()));
        }
        const std::string what = mode + " by " + std::to_string(by) + " of " + std::to_string(width);
        EXPECT_EQ(f.certainty, Certainty::Exact) << what << ": " << f.reason;
        EXPECT_EQ(f.sectors.min, least) << what;
        EXPECT_EQ(f.sectors.max, most) << what;
      }
}

TEST(Shuffles, OfTheSameInAllLanesAreNone) {
  Scene s;
  EXPECT_EQ(s.shuffle(s.n, s.data), s.n);
  EXPECT_EQ(s.shuffle(s.number(3), s.lane), s.number(3));
  EXPECT_EQ(s.shuffle(s.tid, s.lane), s.tid);
  // Of a sum of such too, whatever the lane.
  const ExprId sum = s.g.binary(Op::Add, s.n, s.g.leaf(Op::Ctaid, 32, 0));
  EXPECT_EQ(s.read(s.shuffle(sum, s.data)).certainty, Certainty::Exact);
}

TEST(Shuffles, OneUnknownLaneForAll) {
  Scene s;
  const Footprint f = s.read(s.shuffle(s.tid, s.n));
  EXPECT_EQ(f.certainty, Certainty::Exact);
  EXPECT_EQ(f.sectors.max, 1);
  EXPECT_TRUE(f.uniform);
  const Footprint row = s.read(s.g.binary(Op::Add, s.shuffle(s.tid, s.n), s.lane));
  EXPECT_EQ(row.certainty, Certainty::Bounded);
  EXPECT_EQ(row.sectors.max, 5);
  EXPECT_NE(row.reason.find("value from another lane (shuffle)"), std::string::npos) << row.reason;
}

TEST(Shuffles, UnknownLanesOfEach) {
  Scene s;
  const Footprint f = s.read(s.shuffle(s.tid, s.data));
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  EXPECT_EQ(f.doubt, Doubt::Data);
  EXPECT_EQ(f.reason, "data-dependent: value loaded from memory at f.cu:3");
}

TEST(Shuffles, DataStaysData) {
  Scene s;
  const Footprint swapped = s.read(s.shuffle(s.data, s.g.binary(Op::Xor, s.lane, s.number(1))));
  EXPECT_EQ(swapped.certainty, Certainty::Bounded);
  EXPECT_EQ(swapped.reason, "data-dependent: value loaded from memory at f.cu:3");
  const Footprint broadcast = s.read(s.shuffle(s.data, s.number(4)));
  EXPECT_EQ(broadcast.certainty, Certainty::Exact);
  EXPECT_EQ(broadcast.sectors.max, 1);
}

TEST(Shuffles, WhatHoldsAwayFromABoundHoldsThereInOtherLanesToo) {
  Scene s; // min(tid, n - 1), next lane
  const ExprId clamped = s.g.binary(Op::SMin, s.tid, s.g.binary(Op::Sub, s.n, s.number(1)));
  const Footprint f = s.read(s.shuffle(clamped, s.g.binary(Op::Xor, s.lane, s.number(1))));
  EXPECT_NE(f.certainty, Certainty::Exact);
  EXPECT_EQ(f.sectors.max, 32);
  EXPECT_EQ(f.doubt, s.read(clamped).doubt);
}

// Where a lane is known to go on, the lanes that it took from need not.
TEST(Shuffles, AssumptionsAreOfOneLane) {
  Scene s;
  const ExprId goesOn = s.g.binary(Op::Slt, s.lane, s.number(8));
  const ExprId chosen = s.g.select(goesOn, s.tid, s.number(0));
  const ExprId other = s.shuffle(chosen, s.number(9));
  EXPECT_EQ(s.g.assume(chosen, goesOn, true), s.tid);
  EXPECT_EQ(s.g.assume(other, goesOn, true), other);
}

} // namespace
