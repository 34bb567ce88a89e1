// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Neighbourhood.h"

#include "SampleReport.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

constexpr auto kLoad = AccessKind::Load, kStore = AccessKind::Store;

/// Blocks of 256 threads that access base + scale * i + offset.
struct Scene {
  Report report;
  LaunchReport &launch() { return report.kernels[0].launches[0]; }
  const AccessReport &operator[](std::size_t i) { return launch().accesses[i]; }

  explicit Scene(const std::vector<sample::Access> &accesses, std::optional<Dim3> grid = Dim3{64, 1, 1}) {
    report = sample::report(accesses);
    launch().shape.grid = grid;
    for (AccessReport &access : launch().accesses)
      access.site.guard = report.kernels[0].graph.constant(1, 1);
  }
  void run() { findNeighbours(report.kernels[0], *builtinTarget("sm_90"), launch()); }
};

TEST(Neighbourhood, FieldsOfARecord) {
  Scene s({{1, kLoad, 4, 16, 0, {}}, {2, kLoad, 4, 16, 8, {}}});
  s.run();
  for (const std::size_t i : {0U, 1U}) {
    const Neighbours &n = s[i].neighbours;
    EXPECT_EQ(n.obstacle, "");
    EXPECT_FALSE(n.isStandIn);
    EXPECT_EQ(n.requests, 8U);
    EXPECT_EQ(n.sectors, 128U);
    EXPECT_EQ(n.distinctSectors, 128U);
    EXPECT_EQ(n.ownBytes, 8);
    EXPECT_EQ(n.allBytes, 16);
    EXPECT_EQ(n.siblings, std::vector<std::size_t>{1 - i});
  }
}

TEST(Neighbourhood, StoresAreNoSiblingsOfLoads) {
  Scene s({{1, kLoad, 4, 16, 0, {}}, {2, kStore, 4, 16, 8, {}}});
  s.run();
  EXPECT_EQ(s[0].neighbours.allBytes, 8);
  EXPECT_TRUE(s[0].neighbours.siblings.empty());
}

TEST(Neighbourhood, LoopsOfTheirOwnKeepAccessesApart) {
  Scene s({{1, kLoad, 4, 16, 0, {}}, {2, kLoad, 4, 16, 8, {}}});
  ExprGraph &g = s.report.kernels[0].graph;
  const ExprId once = g.binary(Op::Ult, g.leaf(Op::Counter, 32, 0), g.constant(1, 32));
  s.report.kernels[0].loops.push_back({.place = {}, .entered = g.constant(1, 1), .running = once});
  s.launch().accesses[1].site.loops = {0};
  s.run();
  EXPECT_EQ(s[1].neighbours.requests, 8U);
  EXPECT_EQ(s[0].neighbours.allBytes, 8);
}

TEST(Neighbourhood, AGridStandsIn) {
  Scene s({{1, kLoad, 4, 4, 0, {}}}, std::nullopt);
  s.run();
  EXPECT_TRUE(s[0].neighbours.isStandIn);
  EXPECT_EQ(s[0].neighbours.distinctSectors, 32U);
}

TEST(Neighbourhood, StoresOfThisBlockAndThoseAroundItAreJoined) {
  Scene s({{1, kStore, 4, 4, 4, {}}, {2, kStore, 16, 32, 1 << 20, {}}, {3, kStore, 16, 32, (1 << 20) + 16, {}}});
  s.run();
  ASSERT_TRUE(s[0].footprint.joined); // each block closes what the one before left open
  EXPECT_EQ(s[0].footprint.joined->partialSectors, (Spread{0, 0, 0}));
  ASSERT_TRUE(s[1].footprint.joined);
  EXPECT_EQ(s[1].footprint.joined->bytesCoveredPerSector, (Spread{32, 32, 32}));
}

TEST(Neighbourhood, WhatIsKnownOfTheLaunchStays) {
  Scene s({{1, kStore, 4, 16, 0, {}}});
  const JoinedStore known{{1, 2, 3}, {4, 5, 6}};
  s.launch().accesses[0].footprint.joined = known;
  s.run();
  EXPECT_EQ(s[0].footprint.joined->partialSectors, known.partialSectors);
}

TEST(Neighbourhood, DataIsAnObstacle) {
  Scene s({{1, kLoad, 4, 4, 0, {}}, {2, kLoad, 4, 4, 0, {}}});
  AccessSite &site = s.launch().accesses[1].site;
  site.address =
      s.report.kernels[0].graph.loaded(site.address, 64, {.reason = "value loaded from memory", .place = {}});
  s.run();
  EXPECT_NE(s[1].neighbours.obstacle, "");
  EXPECT_EQ(s[0].neighbours.obstacle, "");
}

} // namespace
} // namespace sectorscope
