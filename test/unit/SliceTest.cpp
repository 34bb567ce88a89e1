// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Slice.h"

#include "sectorscope/Audit.h"
#include "sectorscope/TargetModel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace sectorscope;

namespace {

/// a[f(i)] of 4-byte words, i = blockIdx.x * blockDim.x + threadIdx.x.
struct Indexed {
  Kernel kernel;
  ExprId i;

  Indexed() {
    ExprGraph &g = kernel.graph;
    const ExprId blocks = g.binary(Op::Mul, g.leaf(Op::Ctaid, 32, 0), g.leaf(Op::Ntid, 32, 0));
    i = g.binary(Op::Add, blocks, g.leaf(Op::Tid, 32, 0));
  }
  ExprId number(std::uint64_t value) { return kernel.graph.constant(value, 32); }
  AccessSite load(ExprId index) {
    ExprGraph &g = kernel.graph;
    AccessSite site;
    site.bytesPerLane = 4;
    const ExprId base = g.param({.argument = 0, .name = "a", .width = 64, .isPointer = true});
    const ExprId wide = g.unary(Op::ZExt, 64, index);
    site.address = g.binary(Op::Add, base, g.binary(Op::Shl, wide, g.constant(2, 64)));
    site.guard = g.constant(1, 1);
    return site;
  }
};

double sectorsByHand(unsigned warps, unsigned (*index)(unsigned)) {
  double sum = 0;
  for (unsigned warp = 0; warp < warps; ++warp) {
    std::set<unsigned> sectors;
    for (unsigned lane = 0; lane < 32; ++lane)
      sectors.insert(index(32 * warp + lane) * 4 / 32);
    sum += static_cast<double>(sectors.size());
  }
  return sum / warps;
}

TEST(Slice, KeepsOnlyWhatTheAccessHangsOn) {
  Indexed x;
  ExprGraph &g = x.kernel.graph;
  for (unsigned n = 0; n < 100; ++n)
    g.binary(Op::Mul, x.i, x.number(1000 + n));
  const AccessSlice slice = sliceFor(g, x.load(x.i), {.block = Dim3{256, 1, 1}});
  EXPECT_LT(slice.graph.size(), 20u);
  EXPECT_EQ(slice.graph.params.size(), 1u);
}

TEST(Slice, PutsInWhatIsKnown) {
  Indexed x;
  ExprGraph &g = x.kernel.graph;
  const ExprId n = g.param({.argument = 1, .name = "n", .width = 32});
  const AccessSite site = x.load(g.binary(Op::Mul, n, g.leaf(Op::Ntid, 32, 0)));
  LaunchShape launch{.block = Dim3{64, 1, 1}};
  launch.arguments["n"] = 5;
  const AccessSlice slice = sliceFor(g, site, launch);
  const Expr &address = slice.graph[slice.address];
  ASSERT_EQ(address.op, Op::Add);
  EXPECT_EQ(slice.graph[address.b].op, Op::Const);
  EXPECT_EQ(slice.graph[address.b].payload, 5u * 64 * 4);
}

TEST(Slice, RewritesBlocksOfTheGlobalThreadNumberAlone) {
  Indexed x;
  ExprGraph &g = x.kernel.graph;
  const LaunchShape launch{.block = Dim3{256, 1, 1}, .grid = Dim3{100, 1, 1}};
  const AccessSlice all = sliceFor(g, x.load(x.i), launch);
  EXPECT_TRUE(all.byGlobalThread);
  EXPECT_EQ(all.block, (Dim3{32, 1, 1}));
  EXPECT_EQ(all.grid, (Dim3{800, 1, 1}));
  // A use of the thread number by itself tells the warps of a block apart.
  const AccessSlice mixed = sliceFor(g, x.load(g.binary(Op::Add, x.i, g.leaf(Op::Tid, 32, 0))), launch);
  EXPECT_FALSE(mixed.byGlobalThread);
  EXPECT_EQ(mixed.block, (Dim3{256, 1, 1}));
  // The thread number modulo the warp size is the lane.
  const ExprId lane = g.binary(Op::And, g.leaf(Op::Tid, 32, 0), x.number(31));
  EXPECT_TRUE(sliceFor(g, x.load(g.binary(Op::Add, x.i, lane)), launch).byGlobalThread);
  // Rows of 48 threads are no whole warps.
  EXPECT_FALSE(sliceFor(g, x.load(x.i), {.block = Dim3{48, 1, 1}}).byGlobalThread);
}

TEST(Slice, LeavesOutWhatIsTooLarge) {
  Indexed x;
  ExprGraph &g = x.kernel.graph;
  AuditOptions options;
  options.budget = 1; // 64 nodes
  const LaunchShape launch{.block = Dim3{256, 1, 1}};
  AccessSite guarded = x.load(x.i);
  ExprId index = x.i;
  for (unsigned n = 0; n < 100; ++n) {
    guarded.guard = g.binary(Op::And, guarded.guard, g.binary(Op::Ne, x.i, x.number(7 * n)));
    index = g.binary(Op::Xor, g.binary(Op::Add, index, x.number(n)), x.i);
  }
  const AccessSite far = x.load(index);
  // Any lanes may be off: from one sector of one lane to the four of a whole warp.
  const Footprint bounded = footprintOf(x.kernel, guarded, launch, *builtinTarget("sm_90"), options);
  EXPECT_EQ(bounded.certainty, Certainty::Bounded);
  EXPECT_EQ(bounded.reason, "condition too large to be followed");
  EXPECT_EQ(bounded.sectors.min, 1);
  EXPECT_EQ(bounded.sectors.max, 4);
  const Footprint unknown = footprintOf(x.kernel, far, launch, *builtinTarget("sm_90"), options);
  EXPECT_EQ(unknown.certainty, Certainty::Unknown);
  EXPECT_EQ(unknown.reason, "address too large to be followed");
}

TEST(Slice, CountsTheSameWarps) {
  Indexed x;
  ExprGraph &g = x.kernel.graph;
  // (i % 77) * 20 + i / 77 in blocks of 256, 10 of them: 80 warps of the grid.
  const ExprId rows = g.binary(Op::Mul, g.binary(Op::URem, x.i, x.number(77)), x.number(20));
  const AccessSite site = x.load(g.binary(Op::Add, rows, g.binary(Op::UDiv, x.i, x.number(77))));
  const LaunchShape launch{.block = Dim3{256, 1, 1}, .grid = Dim3{10, 1, 1}};
  const Footprint f = footprintOf(x.kernel, site, launch, *builtinTarget("sm_90"));
  EXPECT_EQ(f.certainty, Certainty::Exact);
  EXPECT_EQ(f.requests, 80u);
  EXPECT_DOUBLE_EQ(f.sectors.mean, sectorsByHand(80, [](unsigned i) { return i % 77 * 20 + i / 77; }));
}

TEST(Slice, HoldsForEveryBlockWhereTheGlobalThreadNumberIsAllThereIs) {
  Indexed x;
  ExprGraph &g = x.kernel.graph;
  const AccessSite site = x.load(g.binary(Op::UDiv, x.i, x.number(3)));
  const Footprint f = footprintOf(x.kernel, site, {}, *builtinTarget("sm_90")); // any block of whole warps
  EXPECT_EQ(f.certainty, Certainty::Exact);
  EXPECT_TRUE(f.anyBlockOfWholeWarps);
  EXPECT_DOUBLE_EQ(f.sectors.mean, sectorsByHand(24 * 10, [](unsigned i) { return i / 3; }));
  EXPECT_FALSE(f.blockStrideBytes[0].has_value()); // hangs on the block
}

TEST(Slice, ScalesTheBlockStrideBack) {
  Indexed x;
  const AccessSite site = x.load(x.kernel.graph.binary(Op::Mul, x.i, x.number(2)));
  const Footprint f = footprintOf(x.kernel, site, {.block = Dim3{256, 1, 1}}, *builtinTarget("sm_90"));
  EXPECT_EQ(f.blockStrideBytes[0], 256 * 2 * 4);
}

} // namespace
