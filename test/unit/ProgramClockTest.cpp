// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ProgramClock.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

/// Accesses by the loops around them, and when they come.
struct Scene {
  Kernel kernel;

  std::size_t add(AccessKind kind, std::vector<unsigned> loops) {
    AccessSite site;
    site.kind = kind;
    site.loops = std::move(loops);
    kernel.sites.push_back(std::move(site));
    return kernel.sites.size() - 1;
  }
  void see(ProgramClock &clock, std::size_t site, const std::vector<std::int64_t> &iterations) const {
    clock.see(kernel.sites[site], {.iterations = &iterations});
  }
  double timeOf(const ProgramClock &clock, std::size_t site, const std::vector<std::int64_t> &iterations) const {
    return clock.timeOf(kernel.sites[site], {.iterations = &iterations});
  }
};

TEST(ProgramClock, LoopsOneAfterTheOther) {
  Scene s;
  const std::size_t first = s.add(AccessKind::Load, {0}), second = s.add(AccessKind::Load, {1});
  ProgramClock clock(s.kernel);
  s.see(clock, first, {3});
  s.see(clock, second, {3});
  EXPECT_EQ(s.timeOf(clock, first, {0}), 0);
  EXPECT_EQ(s.timeOf(clock, first, {3}), 0.375);
  EXPECT_EQ(s.timeOf(clock, second, {0}), 0.5);
  EXPECT_EQ(s.timeOf(clock, second, {2}), 0.75);
}

TEST(ProgramClock, OutsideTheLoopsLoadsComeFirstAndStoresLast) {
  Scene s;
  const std::size_t load = s.add(AccessKind::Load, {}), copy = s.add(AccessKind::Copy, {}),
                    store = s.add(AccessKind::Store, {}), sum = s.add(AccessKind::Reduction, {});
  s.add(AccessKind::Load, {0});
  ProgramClock clock(s.kernel);
  EXPECT_EQ(s.timeOf(clock, load, {}), 0);
  EXPECT_EQ(s.timeOf(clock, copy, {}), 0);
  EXPECT_EQ(s.timeOf(clock, store, {}), 1);
  EXPECT_EQ(s.timeOf(clock, sum, {}), 1);
}

TEST(ProgramClock, NestedLoops) {
  Scene s; // for i < 2 { load; for j < 4 load; store }
  const std::size_t before = s.add(AccessKind::Load, {0}), within = s.add(AccessKind::Load, {0, 1}),
                    after = s.add(AccessKind::Store, {0});
  ProgramClock clock(s.kernel);
  s.see(clock, within, {1, 3});
  EXPECT_EQ(s.timeOf(clock, before, {1}), 0.5);
  EXPECT_EQ(s.timeOf(clock, within, {1, 3}), 0.875);
  EXPECT_EQ(s.timeOf(clock, after, {0}), 0.5);
  EXPECT_EQ(s.timeOf(clock, after, {1}), 1);
}

TEST(ProgramClock, WithoutLoopsEverythingIsAtOnce) {
  Scene s;
  const std::size_t load = s.add(AccessKind::Load, {}), store = s.add(AccessKind::Store, {});
  const ProgramClock clock(s.kernel);
  EXPECT_EQ(s.timeOf(clock, load, {}), 0);
  EXPECT_EQ(s.timeOf(clock, store, {}), 0);
}

/// More iterations than the block had that was looked at: at its end.
TEST(ProgramClock, IterationsBeyondThoseSeen) {
  Scene s;
  const std::size_t load = s.add(AccessKind::Load, {0});
  ProgramClock clock(s.kernel);
  s.see(clock, load, {3});
  EXPECT_EQ(s.timeOf(clock, load, {100}), 0.75);
}

} // namespace
} // namespace sectorscope
