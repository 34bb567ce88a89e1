// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LaunchCamping.h"

#include "CampingScene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace sectorscope::camping {
namespace {

TargetModel eightPartitions() {
  TargetModel target = builtinTarget("sm_70").value();
  target.sliceHash.reset();
  target.partitions = Partitions{8, 256};
  return target;
}

/// Each block reads the first words of a row.
Scene rows(std::uint64_t words, const Dim3 &grid = {2000, 1, 1}) {
  Scene s;
  s.launch.shape = {.block = Dim3{64, 1, 1}, .grid = grid};
  s.access(s.plus(s.times(s.block(), words), s.tid()));
  return s;
}

TEST(Camping, PartitionsOfOldParts) {
  Scene s = rows(512);
  const Camping &camping = s.judge(eightPartitions());
  EXPECT_EQ(camping.verdict, CampingVerdict::Camps);
  EXPECT_EQ(camping.load->maxOverAverage, 8);
  EXPECT_EQ(camping.load->lines, 4000U); // two for each block
  EXPECT_EQ(camping.gapStride, 2048);
  Scene padded = rows(512 + 32);
  EXPECT_EQ(padded.judge(eightPartitions()).verdict, CampingVerdict::Spread);
}

TEST(Camping, TwoDimensionsWithAPitchThatIsAnArgument) {
  for (const std::int64_t pitch : {512, 544}) {
    Scene s;
    s.launch.shape = {.block = Dim3{32, 1, 1}, .grid = Dim3{2, 500, 1}};
    s.launch.shape.arguments["ld"] = pitch;
    s.access(s.plus(s.g().binary(Op::Mul, s.block(1), s.argument("ld")), s.plus(s.times(s.block(0), 32), s.tid())));
    const Camping &camping = s.judge(eightPartitions());
    EXPECT_EQ(camping.strides.block, (std::array<Bytes, 3>{128, 4 * pitch, 0}));
    EXPECT_EQ(camping.verdict, pitch == 512 ? CampingVerdict::Camps : CampingVerdict::Spread) << pitch;
    // Both blocks of a row are on one partition of 256 bytes.
    EXPECT_EQ(camping.load->maxOverAverage == 8, pitch == 512);
  }
}

TEST(Camping, RowsThatNeighboursFillLeaveNoGap) {
  const TargetModel nothing = builtinTarget("sm_75").value();
  for (const unsigned columns : {1U, 32U}) {
    Scene s; // a tile of 8 rows
    s.launch.shape = {.block = Dim3{32, 8, 1}, .grid = Dim3{columns, 100, 1}};
    const ExprId row = s.plus(s.times(s.block(1), 8), s.tid(1));
    s.access(s.plus(s.times(row, 1024), s.plus(s.times(s.block(0), 32), s.tid())));
    EXPECT_EQ(s.judge(nothing).gapStride.has_value(), columns == 1) << columns;
  }
}

TEST(Camping, RemediesDoWhatTheySay) {
  const TargetModel target = eightPartitions();
  Scene s = rows(512);
  s.judge(target);
  LaunchCamping camping(s.kernel, s.launch, target, 0.1);
  const std::vector<CampingRemedy> remedies = camping.remediesFor(s.launch.accesses.front());
  ASSERT_EQ(remedies.size(), 1U);
  EXPECT_EQ(remedies[0].text, "a pitch of 2176 instead of 2048 bytes (17 lines, an odd number; 6.2 % more memory)");
  // The kernel with that pitch, judged by itself.
  Scene mended = rows(2176 / 4);
  EXPECT_EQ(mended.judge(target).load->maxOverAverage, remedies[0].load.maxOverAverage);
}

/// A matrix of 2048 x 2048 words is transposed in tiles of 32 x 32, a row of each at a time. `take`: row and column of
/// the tile that a block takes.
template <typename Take> Scene transposition(Take &&take) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 1, 1}, .grid = Dim3{64, 64, 1}};
  const auto [row, column] = take(s);
  const auto tileAt = [&](ExprId y, ExprId x) {
    return s.plus(s.times(s.plus(s.times(y, 32), s.counter()), 2048), s.plus(s.times(x, 32), s.tid()));
  };
  s.access(tileAt(column, row), true, AccessKind::Store).site.accessed = "out";
  s.access(tileAt(row, column), true).site.accessed = "in";
  return s;
}

TEST(Camping, DiagonalsForATransposition) {
  const TargetModel target = eightPartitions();
  Scene s = transposition([](Scene &scene) { return std::pair(scene.block(1), scene.block(0)); });
  EXPECT_EQ(s.judge(target).verdict, CampingVerdict::Camps);
  LaunchCamping camping(s.kernel, s.launch, target, 0.1);
  const std::vector<CampingRemedy> remedies = camping.remediesFor(s.launch.accesses.front());
  ASSERT_FALSE(remedies.empty());
  // Columns first would only move it to the loads.
  EXPECT_EQ(remedies.back().text, "let block b = blockIdx.x + gridDim.x * blockIdx.y take row b % gridDim.y and column "
                                  "(b / gridDim.y + b % gridDim.y) % gridDim.x");
  // The kernel written that way.
  Scene mended = transposition([](Scene &scene) {
    const ExprId b = scene.plus(scene.block(0), scene.times(scene.block(1), 64));
    const ExprId row = scene.g().binary(Op::URem, b, scene.number(64));
    const ExprId shifted = scene.plus(scene.g().binary(Op::UDiv, b, scene.number(64)), row);
    return std::pair(row, scene.g().binary(Op::URem, shifted, scene.number(64)));
  });
  EXPECT_EQ(mended.judge(target).load->maxOverAverage, remedies.back().load.maxOverAverage);
  EXPECT_EQ(mended.launch.accesses.back().camping.verdict, CampingVerdict::Spread);
}

TEST(Camping, WalksThatBeginElsewhere) {
  const TargetModel target = eightPartitions();
  const auto walk = [](bool isRotated) {
    Scene s; // rows of 32 KiB, read 256 bytes a step
    s.launch.shape = {.block = Dim3{64, 1, 1}, .grid = Dim3{500, 1, 1}};
    const ExprId step = isRotated ? s.g().binary(Op::URem, s.plus(s.counter(), s.block()), s.number(128)) : s.counter();
    s.access(s.plus(s.times(s.block(), 8192), s.plus(s.times(step, 64), s.tid())), true);
    return s;
  };
  Scene s = walk(false);
  EXPECT_EQ(s.judge(target).verdict, CampingVerdict::Camps);
  LaunchCamping camping(s.kernel, s.launch, target, 0.1);
  const std::vector<CampingRemedy> remedies = camping.remediesFor(s.launch.accesses.front());
  ASSERT_FALSE(remedies.empty());
  EXPECT_EQ(remedies.front().text, "let block b begin its walk at step b % 128 and go around");
  EXPECT_EQ(walk(true).judge(target).load->maxOverAverage, remedies.front().load.maxOverAverage);
}

TEST(Camping, V100HashesMostPitchesWell) {
  const TargetModel target = builtinTarget("sm_70").value();
  for (std::uint64_t words = 128; words <= 1 << 22; words *= 2)
    EXPECT_EQ(rows(words).judge(target).verdict, CampingVerdict::Spread) << words;
}

TEST(Camping, ContiguousBlocksNeverCamp) {
  for (const char *arch : {"sm_70", "sm_80", "sm_90"}) {
    Scene s = rows(64);
    const Camping &camping = s.judge(builtinTarget(arch).value());
    EXPECT_NE(camping.verdict, CampingVerdict::Camps) << arch;
    EXPECT_FALSE(camping.gapStride) << arch;
  }
}

/// A part of which only curves are known, one for each pattern, with losses that tell them apart.
TargetModel measured() {
  TargetModel target = builtinTarget("sm_90").value();
  target.strides.clear();
  double loss = 0.1;
  for (const char *pattern :
       {"burst", "row_walk", "block_reduction", "block_atomics", "column_walk", "column_store", "transpose"}) {
    loss += 0.1;
    target.strides.push_back({pattern, false, {{4096, {loss, loss, loss}}}});
  }
  return target;
}

TEST(Camping, WalksAreToldApart) {
  const TargetModel target = measured();
  const auto patternOf = [&](Scene s) {
    const Camping &camping = s.judge(target);
    EXPECT_EQ(camping.model, CampingModel::MeasuredCurve);
    EXPECT_EQ(camping.gapStride, 4096) << camping.reason;
    for (const StrideCurve &curve : target.strides)
      if (curve.pattern == camping.pattern) {
        EXPECT_EQ(camping.loss, curve.losses.front().second.usual);
      }
    return camping.pattern;
  };
  EXPECT_EQ(patternOf(rows(1024)), "burst");
  EXPECT_EQ(rows(2048).judge(target).verdict, CampingVerdict::NotJudged); // no such pitch in the curve
  const auto walk = [](unsigned blocks, AccessKind kind = AccessKind::Load, bool inLoop = true) {
    Scene s;
    s.launch.shape = {.block = Dim3{64, 1, 1}, .grid = Dim3{blocks, 1, 1}};
    const ExprId begin = s.plus(s.times(s.block(), 1024), s.tid());
    s.access(inLoop ? s.plus(begin, s.times(s.counter(), 64)) : begin, inLoop, kind);
    return s;
  };
  EXPECT_EQ(patternOf(walk(2000)), "row_walk");
  EXPECT_EQ(patternOf(walk(100000)), "block_reduction"); // more than are resident
  EXPECT_EQ(patternOf(walk(2000, AccessKind::Atomic, false)), "block_atomics");
  const auto columns = [](AccessKind kind) {
    Scene s;
    s.launch.shape = {.block = Dim3{64, 1, 1}, .grid = Dim3{100, 1, 1}};
    s.access(s.times(s.plus(s.times(s.block(), 64), s.tid()), 1024), false, kind);
    return s;
  };
  EXPECT_EQ(patternOf(columns(AccessKind::Load)), "column_walk");
  EXPECT_EQ(patternOf(columns(AccessKind::Store)), "column_store");
  Scene tile;
  tile.launch.shape = {.block = Dim3{32, 8, 1}, .grid = Dim3{32, 32, 1}};
  const ExprId row = tile.plus(tile.times(tile.block(1), 8), tile.tid(1));
  tile.access(tile.plus(tile.times(row, 1024), tile.plus(tile.times(tile.block(0), 32), tile.tid())));
  EXPECT_EQ(patternOf(tile), "transpose");
}

TEST(Camping, WhatHangsOnL2IsNoWarning) {
  TargetModel target = measured();
  StrideCurve warm = target.strides.front(); // of bursts
  warm.warm = true;
  target.strides.front().losses.front().second = {0.01, -0.01, 0.02};
  for (const auto &[least, verdict] : {std::pair(0.2, CampingVerdict::Mild), {0.05, CampingVerdict::Spread}}) {
    warm.losses.front().second = {0.2, least, 0.3};
    target.strides.push_back(warm);
    const Camping camping = rows(1024).judge(target);
    EXPECT_EQ(camping.verdict, verdict) << least;
    EXPECT_EQ(camping.loss, 0.01);
    EXPECT_EQ(camping.measuredInL2->least, least);
    target.strides.pop_back();
  }
  // Where nothing is known of data from DRAM, no loss is told.
  warm.losses.front().second = {0.05, 0.04, 0.06};
  target.strides = {warm};
  const Camping camping = rows(1024).judge(target);
  EXPECT_EQ(camping.verdict, CampingVerdict::NotJudged);
  EXPECT_FALSE(camping.loss);
}

TEST(Camping, DataThatL2DoesNotKeepAreNotInIt) {
  TargetModel target = measured();
  StrideCurve warm = target.strides.front();
  warm.warm = true;
  target.strides.push_back(warm);
  for (const std::uint64_t megabytes : {16, 80}) { // of 60
    Scene s = rows(1024);
    s.launch.totals = LaunchTotals();
    s.launch.totals->read.distinctSectors = megabytes * 1000000 / 32;
    EXPECT_EQ(s.judge(target).measuredInL2.has_value(), megabytes == 16) << megabytes;
  }
}

TEST(Camping, ThresholdDecides) {
  TargetModel target = measured();
  for (const auto &[loss, verdict] : {std::pair(MeasuredLoss{-0.05, -0.05, -0.05}, CampingVerdict::Spread),
                                      {{0.02, 0.02, 0.02}, CampingVerdict::Spread},
                                      {{0.05, 0.01, 0.06}, CampingVerdict::Mild},
                                      {{0.13, 0.08, 0.14}, CampingVerdict::Mild}, // but for one of the twins
                                      {{0.12, 0.1, 0.13}, CampingVerdict::Camps}}) {
    target.strides.front().losses.front().second = loss;
    Scene s = rows(1024);
    EXPECT_EQ(s.judge(target).verdict, verdict) << loss.usual;
    EXPECT_EQ(s.judge(target).loss, std::max(0.0, loss.usual));
  }
}

TEST(Camping, NotJudgedWithoutAModelOrAddresses) {
  Scene s = rows(4096);
  EXPECT_EQ(s.judge(builtinTarget("sm_75").value()).reason,
            "neither a slice hash nor a stride curve of generic sm_75 is known");
  Scene unknown;
  unknown.launch.shape = {.block = Dim3{64, 1, 1}, .grid = Dim3{100, 1, 1}};
  unknown.access(unknown.plus(unknown.g().binary(Op::Mul, unknown.block(), unknown.argument("ld")), unknown.tid()));
  const Camping &camping = unknown.judge(builtinTarget("sm_70").value());
  EXPECT_EQ(camping.verdict, CampingVerdict::NotJudged);
  EXPECT_EQ(camping.reason, "value of ld is not known");
}

} // namespace
} // namespace sectorscope::camping
