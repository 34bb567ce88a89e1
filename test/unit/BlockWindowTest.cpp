// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/BlockWindow.h"

#include "CampingScene.h"

#include <gtest/gtest.h>

namespace sectorscope::camping {
namespace {

TEST(BlockWindow, BlocksInFlight) {
  const TargetModel v100 = builtinTarget("sm_70").value();
  const auto flight = [&](const Dim3 &block, std::optional<Dim3> grid) {
    const BlocksInFlight blocks = blocksInFlight({.block = block, .grid = grid}, v100).value();
    return std::pair(blocks.fewest, blocks.most);
  };
  EXPECT_EQ(flight({256, 1, 1}, Dim3{1000, 1, 1}), std::pair(80UL, 640UL));
  EXPECT_EQ(flight({256, 1, 1}, Dim3{100, 1, 1}), std::pair(80UL, 100UL));
  EXPECT_EQ(flight({256, 1, 1}, Dim3{9, 2, 1}), std::pair(18UL, 18UL));
  EXPECT_EQ(flight({32, 1, 1}, std::nullopt), std::pair(80UL, 80UL * 32)); // no more than 32 blocks each
  EXPECT_EQ(flight({20, 10, 1}, std::nullopt), std::pair(80UL, 80UL * 9)); // 7 warps
  EXPECT_FALSE(blocksInFlight({.block = Dim3{32, 1, 1}}, builtinTarget("sm_75").value()));
}

WeightedLines windowOf(Scene &s, std::uint64_t blocks, const Construction &change = {}) {
  const TargetModel target = builtinTarget("sm_70").value();
  BlockWindow window(s.g(), s.kernel.loops, s.launch.shape, target);
  WeightedLines lines = window.lines(s.launch.accesses.front().site, blocks, 1000, change);
  const std::uint64_t begin = lines.empty() ? 0 : lines.front().first;
  for (auto &line : lines)
    line.first -= begin;
  return lines;
}

TEST(BlockWindow, WorkedExample) {
  Scene s;
  s.launch.shape = {.block = Dim3{64, 1, 1}, .grid = Dim3{100, 1, 1}};
  s.access(s.plus(s.times(s.block(), 1024), s.tid()));
  EXPECT_EQ(windowOf(s, 3), (WeightedLines{{0, 1}, {128, 1}, {4096, 1}, {4224, 1}, {8192, 1}, {8320, 1}}));
}

TEST(BlockWindow, GridStrideLoopIsItsFirstIteration) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 1, 1}, .grid = Dim3{100, 1, 1}};
  s.access(s.plus(s.plus(s.times(s.block(), 32), s.tid()), s.times(s.counter(), 3200)), true);
  EXPECT_EQ(windowOf(s, 4), (WeightedLines{{0, 1}, {128, 1}, {256, 1}, {384, 1}}));
  // Rotated: block b at iteration b % 2.
  EXPECT_EQ(windowOf(s, 4, {.rotatedLoop = 0, .iterations = 2}),
            (WeightedLines{{0, 1}, {256, 1}, {128 + 12800, 1}, {384 + 12800, 1}}));
}

TEST(BlockWindow, TwoDimensionsAndTiles) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 2, 1}, .grid = Dim3{2, 3, 1}};
  const ExprId row = s.plus(s.times(s.block(1), 2), s.tid(1));
  s.access(s.plus(s.times(row, 1024), s.plus(s.times(s.block(0), 32), s.tid())));
  // x runs fastest: two blocks side by side, then the next two rows.
  EXPECT_EQ(windowOf(s, 3), (WeightedLines{{0, 1}, {128, 1}, {4096, 1}, {4224, 1}, {8192, 1}, {12288, 1}}));
  EXPECT_EQ(windowOf(s, 2, {.order = Construction::Order::ColumnsFirst}),
            (WeightedLines{{0, 1}, {4096, 1}, {8192, 1}, {12288, 1}}));
  // A line more for every row.
  EXPECT_EQ(windowOf(s, 2, {.rowBytes = 4096, .padBytes = 128}),
            (WeightedLines{{0, 1}, {128, 1}, {4224, 1}, {4352, 1}}));
}

TEST(BlockWindow, LinesThatBlocksShareCountForEach) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 1, 1}, .grid = Dim3{5, 1, 1}};
  s.access(s.tid());
  EXPECT_EQ(windowOf(s, 5), (WeightedLines{{0, 5}}));
}

TEST(BlockWindow, LanesThatAreLeftOut) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 1, 1}, .grid = Dim3{5, 1, 1}};
  AccessReport &access = s.access(s.times(s.tid(), 32));
  access.site.guard = s.g().binary(Op::Ult, s.tid(), s.number(2));
  EXPECT_EQ(windowOf(s, 1), (WeightedLines{{0, 1}, {128, 1}}));
}

} // namespace
} // namespace sectorscope::camping
