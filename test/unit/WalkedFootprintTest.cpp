// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WalkedFootprint.h"

#include "SampleReport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sectorscope {
namespace {

TEST(WalkedFootprint, NothingThatWasNotKnownIsLeft) {
  ExprGraph g;
  AccessSite site;
  site.kind = AccessKind::Store;
  site.bytesPerLane = 4;
  site.address = sample::linearAddress(g, "a", 8);
  site.guard = g.constant(1, 1);
  const Dim3 block{64, 1, 1}, grid{3, 1, 1};
  WarpTape tape(g, {.block = block, .grid = grid});
  const std::vector<LoopSite> loops;
  LaunchWalk walk(tape, g, loops, site, block);
  Footprint before;
  before.certainty = Certainty::Bounded;
  before.reason = "a condition that is not followed";
  for (Spread Footprint::*spread : {&Footprint::sectors, &Footprint::wavefronts, &Footprint::idealWavefronts})
    (before.*spread).mean = std::nan("");
  std::size_t budget = 100;
  const auto f = walkedFootprint(walk, site, before, grid, *builtinTarget("sm_90"), budget);
  ASSERT_TRUE(f);
  EXPECT_EQ(f->certainty, Certainty::Exact);
  EXPECT_EQ(f->reason, "");
  EXPECT_EQ(f->requests, 6U);
  EXPECT_EQ(f->sectors, (Spread{8, 8, 8}));
  EXPECT_EQ(f->partialSectors, (Spread{8, 8, 8}));
  EXPECT_EQ(f->wavefronts, (Spread{0, 0, 0}));
  EXPECT_EQ(f->idealWavefronts, (Spread{0, 0, 0}));
}

} // namespace
} // namespace sectorscope
