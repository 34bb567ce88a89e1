// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/Neighbourhood.h"
#include "model/Rules.h"

#include <gtest/gtest.h>

using namespace sectorscope;
using sample::exact;

namespace {

LaunchShape block32x8() {
  LaunchShape launch;
  launch.block = Dim3{32, 8, 1};
  return launch;
}

/// a + 4 * (byX * tid.x + byY * tid.y + byCounter * k), k of loop 0.
ExprId address(ExprGraph &graph, std::uint64_t byX, std::uint64_t byY, std::uint64_t byCounter) {
  const auto times = [&](Op op, std::uint64_t axis, std::uint64_t factor) {
    return graph.binary(Op::Mul, graph.leaf(op, 64, axis), graph.constant(4 * factor, 64));
  };
  ParamLeaf base{.name = "a", .width = 64, .isPointer = true};
  ExprId sum = graph.param(base);
  for (const ExprId term : {times(Op::Tid, 0, byX), times(Op::Tid, 1, byY), times(Op::Counter, 0, byCounter)})
    sum = graph.binary(Op::Add, sum, term);
  return sum;
}

/// Loads of one line; a loop around them where `iterations` is not 0.
struct Kernel1 {
  Report report;
  Kernel1(const LaunchShape &shape, std::uint64_t iterations) : report(sample::report({}, shape)) {
    ExprGraph &graph = kernel().graph;
    if (iterations)
      kernel().loops.push_back({kernel().place, graph.constant(1, 1),
                                graph.binary(Op::Ult, graph.leaf(Op::Counter, 64, 0), graph.constant(iterations, 64))});
  }
  KernelReport &kernel() { return report.kernels[0]; }
  LaunchReport &launch() { return kernel().launches[0]; }
  void add(unsigned line, ExprId address, const Footprint &footprint) {
    sample::addAccess(kernel(), launch(), {line, AccessKind::Load, 4, 4, 0, footprint});
    AccessSite &site = launch().accesses.back().site;
    site.address = address;
    if (!kernel().loops.empty())
      site.loops = {0};
  }
};

TEST(ExprGraph, SwappedAxesKeepTheirIds) {
  ExprGraph graph;
  const ExprId x = graph.leaf(Op::Tid, 32, 0), y = graph.leaf(Op::Tid, 32, 1), z = graph.leaf(Op::Tid, 32, 2);
  const ExprId sum = graph.binary(Op::Add, x, graph.leaf(Op::Counter, 32, 0));
  ExprGraph swapped = graph.withAxesSwapped(0, 1);
  EXPECT_EQ(swapped[x].payload, 1U);
  EXPECT_EQ(swapped[y].payload, 0U);
  EXPECT_EQ(swapped[z].payload, 2U);
  EXPECT_EQ(swapped[sum], graph[sum]);
  EXPECT_EQ(swapped.leaf(Op::Tid, 32, 0), y);
  EXPECT_EQ(swapped.size(), graph.size());
}

TEST(TransposedIndex, SaysWhatTheSwapMovesAndSpeaksAlone) {
  Kernel1 k(block32x8(), 0);
  ExprGraph &graph = k.kernel().graph;
  k.add(5, address(graph, 1024, 1, 0), exact(32, 4, 32));
  k.add(6, address(graph, 2048, 1, 0), exact(32, 4, 32));
  const TargetModel target = sample::target();
  const auto swap = SwappedAxes(k.kernel(), k.launch(), target).swap();
  ASSERT_TRUE(swap);
  EXPECT_EQ(swap->before, 64);
  EXPECT_EQ(swap->after, 8);
  const auto found = findingsOf(k.report, target, "");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].rule, "transposed-index");
  EXPECT_EQ(found[0].insteadOf, std::vector<std::string>{"excess-sectors"});
  EXPECT_NE(found[0].advice.find("4 here instead of 32, and 8 instead of 64 in the 2 accesses"), std::string::npos);
}

TEST(TransposedIndex, QuietWhereTheSwapOnlyMovesTheProblem) {
  Kernel1 k(block32x8(), 0);
  ExprGraph &graph = k.kernel().graph;
  k.add(5, address(graph, 1024, 1, 0), exact(32, 4, 32));
  k.add(6, address(graph, 1, 1024, 0), exact(4, 4, 4));
  const auto found = findingsOf(k.report, sample::target(), "");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "excess-sectors");
  EXPECT_TRUE(found[0].insteadOf.empty());
}

TEST(TransposedIndex, QuietWithOneAxis) {
  Kernel1 k(block32x8(), 0);
  k.add(5, address(k.kernel().graph, 1024, 0, 0), exact(32, 4, 32));
  EXPECT_FALSE(SwappedAxes(k.kernel(), k.launch(), sample::target()).swap());
}

std::optional<ThreadChunk> chunkOf(Kernel1 &k) {
  findNeighbours(k.kernel(), sample::target(), k.launch());
  return ThreadChunks(k.kernel(), k.launch(), sample::target()).of(k.launch().accesses[0]);
}

TEST(ChunkPerThread, LanesAndIterationsApart) {
  Kernel1 k(sample::assumed256(), 32);
  k.add(5, address(k.kernel().graph, 32, 0, 1), exact(32, 4, 32));
  const auto chunk = chunkOf(k);
  ASSERT_TRUE(chunk);
  EXPECT_EQ(chunk->laneBytes, 128);
  EXPECT_EQ(chunk->stepBytes, 4);
  EXPECT_EQ(chunk->interleaved, 4);
  const auto found = findingsOf(k.report, sample::target(), "");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "chunk-per-thread");
}

TEST(ChunkPerThread, CopiesOfAnUnrolledLoopCountTogether) {
  Kernel1 k(sample::assumed256(), 8);
  ExprGraph &graph = k.kernel().graph;
  for (std::uint64_t copy = 0; copy < 4; ++copy)
    k.add(5, graph.binary(Op::Add, address(graph, 32, 0, 4), graph.constant(4 * copy, 64)), exact(32, 4, 32));
  const auto chunk = chunkOf(k);
  ASSERT_TRUE(chunk);
  EXPECT_EQ(chunk->stepBytes, 16);
  k.launch().accesses.erase(k.launch().accesses.begin() + 1); // a gap
  EXPECT_FALSE(chunkOf(k));
}

TEST(ChunkPerThread, WindowsThatOverlapAreNone) {
  Kernel1 k(sample::assumed256(), 32);
  k.add(5, address(k.kernel().graph, 31, 0, 1), exact(32, 4, 32));
  EXPECT_FALSE(chunkOf(k));
}

TEST(ChunkPerThread, FieldsOfRecordsAreNone) {
  Kernel1 k(sample::assumed256(), 8);
  k.add(5, address(k.kernel().graph, 32, 0, 4), exact(32, 4, 32));
  EXPECT_FALSE(chunkOf(k));
}

std::optional<SharedTile> tileOf(Kernel1 &k, unsigned sharedBytes) {
  TargetModel target = sample::target();
  target.sharedBytesPerBlock = sharedBytes;
  findNeighbours(k.kernel(), target, k.launch());
  for (AccessReport &access : k.launch().accesses)
    access.footprint.distinctBytes = {128, 128, 128};
  return SharedTiles(k.kernel(), k.launch(), target).of(k.launch().accesses[0]);
}

TEST(StageInShared, WarpsThatReadTheSameRows) {
  Kernel1 k(block32x8(), 32);
  k.add(5, address(k.kernel().graph, 1, 0, 1024), exact(4, 4, 4));
  const auto tile = tileOf(k, 49152);
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->sectors, 1024U);
  EXPECT_EQ(tile->distinctSectors, 128U);
  EXPECT_EQ(tile->bytes, 4096U);
  EXPECT_FALSE(tileOf(k, 4095)) << "it must fit";
}

TEST(StageInShared, WhatAThreadReadsAgainIsNone) {
  Kernel1 k(block32x8(), 32);
  k.add(5, address(k.kernel().graph, 1, 32, 0), exact(4, 4, 4));
  EXPECT_FALSE(tileOf(k, 49152));
}

TEST(StageInShared, OneFindingForAnArrayAndANote) {
  Kernel1 k(block32x8(), 32);
  k.add(5, address(k.kernel().graph, 1, 0, 1024), exact(4, 4, 4));
  k.add(6, address(k.kernel().graph, 1, 0, 1024), exact(4, 4, 4));
  ASSERT_TRUE(tileOf(k, 49152));
  TargetModel target = sample::target();
  target.sharedBytesPerBlock = 49152;
  const auto found = findingsOf(k.report, target, "");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "stage-in-shared");
  EXPECT_EQ(found[0].severity, Severity::Note);
  EXPECT_TRUE(found[0].message.starts_with(
      "the 2 loads of one array in a block move 2048 sectors in the first iterations of a loop, 128 different ones"));
}

} // namespace
