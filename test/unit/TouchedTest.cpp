// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Touched.h"

#include <gtest/gtest.h>

#include <map>

namespace sectorscope {
namespace {

/// A part as the H200 was measured.
TargetModel part() { return *builtinTarget("sm_90"); }

/// Requests of accesses whose lanes lie `stride` bytes apart.
struct Scene {
  Touched touched;

  struct Request {
    AccessSite site;
    LaneAddresses addresses{};
    std::uint32_t mask;
    WalkedRequest walked() const { return {.mask = mask, .addresses = &addresses}; }
  };
  static Request request(AccessKind kind, unsigned bytes, std::int64_t first, std::int64_t stride,
                         std::uint32_t mask = kAllLanes) {
    Request r{.site = {}, .mask = mask};
    r.site.kind = kind;
    r.site.bytesPerLane = bytes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      r.addresses[lane] = first + stride * lane;
    return r;
  }
  void add(AccessKind kind, unsigned bytes, std::int64_t first, std::int64_t stride, std::uint32_t mask = kAllLanes) {
    const Request r = request(kind, bytes, first, stride, mask);
    touched.add(r.site, r.walked());
  }
};

TEST(Touched, HalvesOfASector) {
  Scene s;
  s.add(AccessKind::Store, 16, 1024, 0, 1);
  EXPECT_EQ(s.touched.count(part()).partialFills, 1U);
  s.add(AccessKind::Store, 16, 1040, 0, 1);
  const TouchedCount count = s.touched.count(part());
  EXPECT_EQ(count.written, 1U);
  EXPECT_EQ(count.partial, 0U);
  EXPECT_EQ(count.partialFills, 0U);
  EXPECT_EQ(s.touched.writtenOf(32), ~0U);
}

TEST(Touched, AccessesAcrossSectors) {
  const auto r = Scene::request(AccessKind::Load, 8, 28, 8, 0b11);
  std::map<std::uint64_t, std::uint32_t> sectors;
  distinctSectors(r.site, r.walked(), [&](std::uint64_t sector, std::uint32_t bytes) { sectors[sector] = bytes; });
  EXPECT_EQ(sectors, (std::map<std::uint64_t, std::uint32_t>{{0, 0xf0000000}, {1, 0xfff}}));
}

TEST(Touched, LanesThatComeBackToASector) {
  const auto r = Scene::request(AccessKind::Load, 4, 0, 0);
  auto turns = r;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    turns.addresses[lane] = lane % 2 * 64 + lane / 2 % 8 * 4;
  unsigned parts = 0, distinct = 0;
  forSectors(turns.site, turns.walked(), [&](std::uint64_t, std::uint32_t) { ++parts; });
  distinctSectors(turns.site, turns.walked(), [&](std::uint64_t, std::uint32_t bytes) {
    ++distinct;
    EXPECT_EQ(bytes, ~0U);
  });
  EXPECT_EQ(parts, 32U);
  EXPECT_EQ(distinct, 2U);
}

TEST(Touched, LoadsFetchGranules) {
  Scene s;
  s.add(AccessKind::Load, 4, 0, 64); // one sector of each granule
  s.add(AccessKind::Load, 4, 0, 64); // again
  const TouchedCount count = s.touched.count(part());
  EXPECT_EQ(count.read, 32U);
  EXPECT_EQ(count.demanded, 64U);
  EXPECT_EQ(s.touched.lines(part()), 16U);
}

TEST(Touched, WhatALoadFetchesIsNotFilled) {
  Scene s;
  s.add(AccessKind::Store, 4, 0, 32); // every sector
  EXPECT_EQ(s.touched.count(part()).partialFills, 32U);
  s.add(AccessKind::Load, 4, 0, 64, 0xff); // and with it its neighbour, of 8 granules
  EXPECT_EQ(s.touched.count(part()).partialFills, 16U);
}

TEST(Touched, Atomics) {
  Scene alone, together;
  alone.add(AccessKind::Atomic, 4, 0, 64);
  EXPECT_EQ(alone.touched.count(part()).atomicFills, 32 * 1.5);
  EXPECT_EQ(alone.touched.count(part()).partialFills, 0U);
  alone.add(AccessKind::Store, 4, 32, 64, 1); // the neighbour of the first
  EXPECT_EQ(alone.touched.count(part()).atomicFills, 31 * 1.5 + 1);
  together.add(AccessKind::Reduction, 4, 0, 4);
  EXPECT_EQ(together.touched.count(part()).atomicFills, 4); // whole, and read all the same
  together.add(AccessKind::Load, 4, 0, 0);
  EXPECT_EQ(together.touched.count(part()).atomicFills, 2);
}

TEST(Touched, JoinedStores) {
  Scene s;
  s.add(AccessKind::Store, 4, 0, 16);
  s.add(AccessKind::Store, 8, 4, 16, 0xffff); // beside it, in the first half of the records
  const auto r = Scene::request(AccessKind::Store, 4, 0, 16);
  const TargetModel target = part();
  EXPECT_FALSE(JoinedCount(s.touched, target).result());
  JoinedCount joined(s.touched, target);
  joined.add(r.site, r.walked());
  EXPECT_EQ(joined.result()->bytesCoveredPerLine, (Spread{32, 64, 96})); // eight records a line: 12 or 4 bytes of each
  EXPECT_EQ(joined.result()->bytesCoveredPerSector, (Spread{8, 16, 24}));
  EXPECT_EQ(joined.result()->partialSectors, (Spread{16, 16, 16}));
  const auto half = Scene::request(AccessKind::Store, 4, 0, 16, 0xff);
  joined.add(half.site, half.walked());
  EXPECT_EQ(joined.result()->partialSectors, (Spread{4, 10, 16}));
}

} // namespace
} // namespace sectorscope
