// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How far apart neighbouring blocks, warps and iterations are at one access, and whether they meet on a few slices of
/// L2 at a time.

#ifndef SECTORSCOPE_CAMPING_H
#define SECTORSCOPE_CAMPING_H

#include "sectorscope/TargetModel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// Bytes from an access to the same access of a neighbour; empty where it is not one number.
///
/// Worked example: `in[blockIdx.y * 1024 + blockIdx.x * 256 + threadIdx.x]`, 4-byte words, block 256x1x1:
/// block {1024, 4096, 0}, warp 128.
struct AccessStrides {
  std::array<std::optional<std::int64_t>, 3> block;    ///< blocks next to each other along x, y and z
  std::optional<std::int64_t> warp;                    ///< warps of a block; empty where it has one
  std::vector<std::optional<std::int64_t>> iterations; ///< of its loops, outermost first
  std::string reason; ///< of the first of `block` that is empty: "4*ld along y", "data-dependent: ..."
};

/// What a part says of the lines that are asked for at once.
enum class CampingVerdict : std::uint8_t {
  NotJudged, ///< the part has no model of it, or the lines are not known: the reason says which
  Spread,    ///< no worse than lines at random, or as fast as the padded twin
  Mild,      ///< a loss below the threshold, or one that a measured curve has only for data in L2
  Camps,     ///< a loss from the threshold on; of a measured curve, against each of the padded twins
};

/// "not-judged", "spread", "mild", "camps".
const char *toString(CampingVerdict verdict);

/// What the verdict rests on.
enum class CampingModel : std::uint8_t {
  None,
  XorMasks,      ///< a published fit of the part's hash, applied to the lines in flight
  Partitions,    ///< address modulo the number of partitions, likewise
  MeasuredCurve, ///< bandwidth by pitch, against a padded twin, as the profile has it
};

/// "none", "xor-masks", "partitions", "measured-curve".
const char *toString(CampingModel model);

/// Blocks that can be resident at a time: registers and shared memory are not known, so from one on each multiprocessor
/// to as many as its threads allow; never more than the grid has.
struct BlocksInFlight {
  std::uint64_t fewest = 0, most = 0;
};

/// The lines in flight at one access, by slice.
struct SliceLoad {
  std::uint64_t lines = 0;    ///< distinct ones
  unsigned slices = 0;        ///< or groups of slices, where the hash tells no more
  double maxOverAverage = 0;  ///< requests of the busiest slice over the average
  double random = 0;          ///< the same for as many lines at random: mean
  double randomDeviation = 0; ///< and standard deviation
  /// Worse than random lines by more than three standard deviations. Fewer lines than slices do not fill a burst.
  bool isUneven() const { return lines >= slices && maxOverAverage > random + 3 * randomDeviation; }
  /// Of the bandwidth, where the busiest slice sets the pace: 1 - random / maxOverAverage; 0 unless uneven.
  double loss() const { return isUneven() ? 1 - random / maxOverAverage : 0; }
};

/// Whether one access to global memory camps. Effects of DRAM banks and rows are not modelled.
struct Camping {
  AccessStrides strides;
  CampingVerdict verdict = CampingVerdict::NotJudged;
  CampingModel model = CampingModel::None;
  std::string reason; ///< of NotJudged; else what was assumed, or where it was measured
  std::optional<BlocksInFlight> blocks;
  std::optional<SliceLoad> load;        ///< of the hash and of partitions, with the most blocks in flight
  std::optional<double> loss;           ///< of the bandwidth, 0 to 1; the least over the range of blocks in flight
  std::string pattern;                  ///< of the curve: "row_walk"
  std::optional<MeasuredLoss> measured; ///< of the curve, data from DRAM
  /// The same for data that lie in L2 already. Nothing says whether they do; empty also where all that the launch
  /// touches is more than L2 keeps.
  std::optional<MeasuredLoss> measuredInL2;
  /// The stride that is a power of two and at which blocks or iterations leave gaps; empty if there is none.
  std::optional<std::int64_t> gapStride;
};

} // namespace sectorscope

#endif
