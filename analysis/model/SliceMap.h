// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From addresses to slices of L2, as far as a profile knows how, and how evenly a set of lines falls on them.

#ifndef SECTORSCOPE_MODEL_SLICEMAP_H
#define SECTORSCOPE_MODEL_SLICEMAP_H

#include "sectorscope/Camping.h"
#include "sectorscope/TargetModel.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace sectorscope {

/// Lines and how many requests ask for each, ascending by address.
using WeightedLines = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

/// The slice, or group of slices, of an address.
///
/// Bits that a fit of the hash did not observe are taken to hash at random, alike where they are alike: what comes out
/// uneven then is so for the sake of the bits that are known.
///
/// Worked example: V100, 32 accesses 4 KiB apart fall on 8 of 32 slices; 32 KiB apart they fall on all of them.
class SliceMap {
public:
  explicit SliceMap(const TargetModel &target);

  CampingModel model() const { return kind; } ///< None, XorMasks or Partitions
  unsigned count() const { return slices; }
  /// `salt` chooses what the unobserved bits do.
  unsigned of(std::uint64_t address, std::uint64_t salt = 0) const;

private:
  CampingModel kind = CampingModel::None;
  unsigned slices = 0;
  SliceHash hash;
  Partitions partitions;
};

/// Of the busiest of `bins`, where each weight falls into one at random: maximum over average, mean and standard
/// deviation. Simulated, with a seed of its own: the same numbers always.
///
/// Worked example: 2112 equal weights on 94 bins: 1.52 and 0.10.
struct RandomSpread {
  double mean = 0, deviation = 0;
};
RandomSpread randomSpread(const std::vector<std::uint32_t> &weights, unsigned bins);

/// How lines fall on the slices, beside as many at random: the most even of a few choices for unobserved bits.
class SliceLoads {
public:
  explicit SliceLoads(const TargetModel &target) : map(target) {}
  CampingModel model() const { return map.model(); }
  SliceLoad of(const WeightedLines &lines);

private:
  double ratioOf(const WeightedLines &lines, std::uint64_t total, std::uint64_t salt) const;

  SliceMap map;
  std::map<std::vector<std::uint32_t>, RandomSpread> known; ///< by the weights, sorted
};

} // namespace sectorscope

#endif
