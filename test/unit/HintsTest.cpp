// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sectorscope/Audit.h"
#include "sectorscope/TargetModel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace sectorscope;

namespace {

/// a[index] of 4-byte words under a guard, with scalars `ld` and `n`.
struct Access {
  Kernel kernel;
  ExprId x, y, ld, n;

  Access() {
    ExprGraph &g = kernel.graph;
    const auto along = [&](unsigned axis) {
      const ExprId first = g.binary(Op::Mul, g.leaf(Op::Ctaid, 32, axis), g.leaf(Op::Ntid, 32, axis));
      return g.binary(Op::Add, first, g.leaf(Op::Tid, 32, axis));
    };
    x = along(0);
    y = along(1);
    ld = g.param({.argument = 1, .name = "ld", .width = 32});
    n = g.param({.argument = 2, .name = "n", .width = 32});
  }
  Footprint under(ExprId index, const LaunchShape &launch, std::optional<ExprId> guard = std::nullopt) {
    ExprGraph &g = kernel.graph;
    AccessSite site;
    site.bytesPerLane = 4;
    const ExprId base = g.param({.argument = 0, .name = "a", .width = 64, .isPointer = true});
    site.address = g.binary(Op::Add, base, g.binary(Op::Shl, g.unary(Op::SExt, 64, index), g.constant(2, 64)));
    site.guard = guard.value_or(g.constant(1, 1));
    return footprintOf(kernel, site, launch, *builtinTarget("sm_90"));
  }
  ExprId rowMajor() { return kernel.graph.binary(Op::Add, kernel.graph.binary(Op::Mul, y, ld), x); }
};

const LaunchShape rows{.block = Dim3{32, 8, 1}};

TEST(Hints, NamesTheMultipleThatSettlesTheStart) {
  Access a;
  const Footprint f = a.under(a.rowMajor(), rows);
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  ASSERT_TRUE(f.hint);
  ASSERT_EQ(f.hint->exactIf.size(), 1u);
  EXPECT_EQ(f.hint->exactIf[0].argument, "ld");
  EXPECT_EQ(f.hint->exactIf[0].of, 8u); // 8 words of 4 bytes are a sector
  EXPECT_DOUBLE_EQ(f.hint->countThen, 4);
}

TEST(Hints, TheMultipleMakesItExactAndIsListed) {
  Access a;
  LaunchShape launch = rows;
  launch.multiples["ld"] = 8;
  const Footprint f = a.under(a.rowMajor(), launch);
  EXPECT_EQ(f.certainty, Certainty::Exact);
  EXPECT_DOUBLE_EQ(f.sectors.mean, 4);
  EXPECT_EQ(f.assumes.front(), "multiple ld % 8");
  EXPECT_TRUE(std::isnan(f.lines.mean)); // a row may begin in the middle of a line
  EXPECT_EQ(f.lines.min, 1);
  EXPECT_EQ(f.lines.max, 2);
  launch.multiples["ld"] = 4;
  EXPECT_EQ(a.under(a.rowMajor(), launch).certainty, Certainty::Bounded);
}

TEST(Hints, ARowLengthOfWholeWarpsCutsNoWarp) {
  Access a;
  const ExprId inRow = a.kernel.graph.binary(Op::Slt, a.x, a.n);
  LaunchShape launch = rows;
  launch.arguments["ld"] = 4096;
  const ExprId index = a.rowMajor();
  const Footprint open = a.under(index, launch, inRow);
  EXPECT_EQ(open.certainty, Certainty::Bounded);
  ASSERT_TRUE(open.hint);
  ASSERT_EQ(open.hint->exactIf.size(), 1u);
  EXPECT_EQ(open.hint->exactIf[0].of, 32u);
  launch.multiples["n"] = 32;
  EXPECT_EQ(a.under(index, launch, inRow).certainty, Certainty::Exact);
  launch.multiples["n"] = 16;
  EXPECT_EQ(a.under(index, launch, inRow).certainty, Certainty::Bounded);
}

TEST(Hints, TabulatesAStride) {
  Access a;
  const Footprint f = a.under(a.kernel.graph.binary(Op::Mul, a.x, a.ld), {.block = Dim3{256, 1, 1}});
  ASSERT_TRUE(f.hint);
  EXPECT_TRUE(f.hint->exactIf.empty());
  EXPECT_EQ(f.hint->argument, "ld");
  for (const Hint::Row &row : f.hint->table) {
    std::set<std::int64_t> sectors;
    for (std::int64_t lane = 0; lane < 32; ++lane)
      sectors.insert(lane * row.from * 4 / 32);
    EXPECT_DOUBLE_EQ(row.count, static_cast<double>(sectors.size())) << row.from;
  }
  EXPECT_EQ(f.hint->table.back().from, 8);
  EXPECT_EQ(f.hint->table.back().to, 4096);
}

TEST(Hints, NoneForWhatIsExactOrHangsOnData) {
  Access a;
  EXPECT_FALSE(a.under(a.x, rows).hint);
  ExprGraph &g = a.kernel.graph;
  const ExprId wide = g.unary(Op::SExt, 64, a.x);
  const ExprId index = g.loaded(wide, 32, {.reason = "index loaded", .place = {}, .varying = true});
  const Footprint f = a.under(index, rows);
  EXPECT_TRUE(f.hangsOnData);
  EXPECT_FALSE(f.hint);
}

} // namespace
