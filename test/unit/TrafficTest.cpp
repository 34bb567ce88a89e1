// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Traffic.h"

#include "SampleReport.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

/// Accesses base[scale * i + offset], i the global thread number, in bytes.
struct Scene {
  Kernel kernel;
  LaunchShape launch;
  std::size_t budget = std::size_t{1} << 22;

  explicit Scene(unsigned blocks = 64) {
    launch.block = Dim3{256, 1, 1};
    launch.grid = Dim3{blocks, 1, 1};
  }
  AccessSite &add(AccessKind kind, unsigned bytes, const char *base, std::uint64_t scale, std::uint64_t offset = 0) {
    AccessSite &site = kernel.sites.emplace_back();
    site.kind = kind;
    site.bytesPerLane = bytes;
    site.address = sample::linearAddress(kernel.graph, base, scale, offset);
    site.guard = kernel.graph.constant(1, 1);
    return site;
  }
  Traffic traffic() {
    const TargetModel target = *builtinTarget("sm_90");
    std::vector<Footprint> footprints;
    for (const AccessSite &site : kernel.sites)
      footprints.push_back(footprintOf(kernel, site, launch, target));
    return trafficOf(kernel, footprints, launch, target, 256, budget);
  }
};

constexpr double kThreads = 64 * 256;

TEST(Traffic, Saxpy) {
  Scene s(4096); // 2^20 floats
  s.add(AccessKind::Load, 4, "x", 4);
  s.add(AccessKind::Load, 4, "y", 4);
  s.add(AccessKind::Store, 4, "y", 4);
  const LaunchTotals totals = s.traffic().totals;
  EXPECT_EQ(totals.reason, "");
  EXPECT_EQ(totals.requests, 65536 + 32768);
  EXPECT_EQ(totals.read.sectors, 262144);
  EXPECT_EQ(totals.read.distinctSectors, 262144U);
  EXPECT_EQ(totals.read.usefulBytes, 8 << 20);
  EXPECT_EQ(totals.read.lines, 65536);
  EXPECT_EQ(totals.read.dramSectors, 262144);
  EXPECT_EQ(totals.written.sectors, 131072);
  EXPECT_EQ(totals.written.distinctSectors, 131072U);
  EXPECT_EQ(totals.fillSectors, 0);
}

TEST(Traffic, OneFieldOfARecord) {
  Scene s; // 16 bytes
  s.add(AccessKind::Store, 4, "r", 16, 4);
  const Traffic traffic = s.traffic();
  EXPECT_EQ(traffic.totals.written.distinctSectors, kThreads / 2);
  EXPECT_EQ(traffic.totals.fillSectors, kThreads / 2);
  EXPECT_EQ(traffic.totals.read.dramSectors, kThreads / 2);
  ASSERT_TRUE(traffic.joined[0]);
  EXPECT_EQ(traffic.joined[0]->bytesCoveredPerSector, (Spread{8, 8, 8}));
  EXPECT_EQ(traffic.joined[0]->partialSectors, (Spread{16, 16, 16}));
}

TEST(Traffic, AllFieldsOfARecord) {
  Scene s;
  for (const unsigned field : {0U, 4U, 8U, 12U})
    s.add(AccessKind::Store, 4, "r", 16, field);
  const Traffic traffic = s.traffic();
  EXPECT_EQ(traffic.totals.written.sectors, 4 * kThreads / 2);
  EXPECT_EQ(traffic.totals.written.distinctSectors, kThreads / 2);
  EXPECT_EQ(traffic.totals.fillSectors, 0);
  for (const auto &joined : traffic.joined) {
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->bytesCoveredPerSector, (Spread{32, 32, 32}));
    EXPECT_EQ(joined->partialSectors, (Spread{0, 0, 0}));
  }
}

TEST(Traffic, HalvesOfASectorAndOneThatStaysOpen) {
  Scene s;
  s.add(AccessKind::Store, 16, "h", 32, 0);
  s.add(AccessKind::Store, 16, "h", 32, 16);
  s.add(AccessKind::Store, 4, "o", 4, 4); // the last sector but one word
  const Traffic traffic = s.traffic();
  EXPECT_EQ(traffic.totals.fillSectors, 2); // its first sector and its last
  EXPECT_EQ(traffic.joined[0]->partialSectors, (Spread{0, 0, 0}));
  EXPECT_EQ(traffic.joined[2]->bytesCoveredPerSector.min, 4);
  EXPECT_EQ(traffic.joined[2]->partialSectors, (Spread{0, 2 / (kThreads / 32), 1}));
}

TEST(Traffic, ALoadFetchesWhatAStoreLeavesOpen) {
  Scene s;
  s.add(AccessKind::Load, 4, "r", 16, 8);
  s.add(AccessKind::Store, 4, "r", 16, 4);
  const LaunchTotals totals = s.traffic().totals;
  EXPECT_EQ(totals.fillSectors, 0);
  EXPECT_EQ(totals.read.dramSectors, kThreads / 2);
}

TEST(Traffic, Atomics) {
  Scene contiguous, scattered;
  contiguous.add(AccessKind::Atomic, 4, "c", 4);
  scattered.add(AccessKind::Atomic, 4, "s", 128);
  EXPECT_EQ(contiguous.traffic().totals.fillSectors, kThreads / 8);
  EXPECT_EQ(scattered.traffic().totals.fillSectors, kThreads * 1.5);
  EXPECT_EQ(scattered.traffic().totals.written.distinctSectors, kThreads);
  EXPECT_EQ(scattered.traffic().joined[0], std::nullopt);
}

/// Along axes that an access does not hang on, all blocks touch the same.
TEST(Traffic, BlocksThatTouchTheSame) {
  Scene s(4);
  s.launch.grid = Dim3{4, 1000, 1};
  s.add(AccessKind::Load, 4, "x", 4);
  s.budget = 100;
  const LaunchTotals totals = s.traffic().totals;
  EXPECT_EQ(totals.requests, 4 * 1000 * 8);
  EXPECT_EQ(totals.read.sectors, 4 * 1000 * 8 * 4);
  EXPECT_EQ(totals.read.distinctSectors, 4 * 8 * 4U);
}

TEST(Traffic, SaysWhatIsMissing) {
  Scene s;
  s.add(AccessKind::Load, 4, "x", 4);
  s.budget = 10;
  EXPECT_EQ(s.traffic().totals.reason, "the launch is too large to go through its requests one by one");
  EXPECT_EQ(s.traffic().totals.requests, kThreads / 32);
  s.launch.grid.reset();
  EXPECT_NE(s.traffic().totals.reason, "");
  EXPECT_FALSE(s.traffic().totals.requests);
}

TEST(Traffic, WhatIsNotAnalysedIsAnAssumption) {
  Scene s;
  s.add(AccessKind::Load, 4, "x", 4);
  EXPECT_EQ(s.traffic().totals.assumes, std::vector<std::string>{"pointers point to objects of their own"});
  s.kernel.notAnalysed.push_back({{"k.cu", 9, 3}, "call to f(int)"});
  EXPECT_EQ(s.traffic().totals.assumes.back(), "what is not analysed moves nothing");
}

/// A store that lanes leave one by one counts as often as it is made; blocks and even loops stand for each other.
TEST(Traffic, MeansOfJoinedStoresAreOverAllRequests) {
  Scene s(1); // for (j = 0; j < 1 + tid.x / 32; ++j) a[...] = 0: warp w makes w + 1 requests
  s.add(AccessKind::Store, 4, "a", 4, 4);
  ExprGraph &g = s.kernel.graph;
  const ExprId warp = g.binary(Op::LShr, g.leaf(Op::Tid, 32, 0), g.constant(5, 32));
  s.kernel.loops.push_back(
      {.place = {}, .entered = g.constant(1, 1), .running = g.binary(Op::Ule, g.leaf(Op::Counter, 32, 0), warp)});
  s.kernel.sites[0].loops = {0};
  s.kernel.sites[0].guard = s.kernel.loops[0].running;
  const Traffic traffic = s.traffic();
  EXPECT_EQ(traffic.totals.requests, 36);
  ASSERT_TRUE(traffic.joined[0]);
  EXPECT_EQ(traffic.joined[0]->partialSectors, (Spread{0, 9.0 / 36, 1})); // the first warp and, 8 times, the last
}

TEST(Traffic, DataDecides) {
  Scene s;
  AccessSite &site = s.add(AccessKind::Load, 4, "x", 4);
  site.address = s.kernel.graph.loaded(site.address, 64, {.reason = "value loaded from memory at k.cu:7", .place = {}});
  const LaunchTotals totals = s.traffic().totals;
  EXPECT_NE(totals.reason, "");
  EXPECT_FALSE(totals.read.distinctSectors);
  EXPECT_FALSE(totals.fillSectors);
}

} // namespace
} // namespace sectorscope
