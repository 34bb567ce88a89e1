// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What an L2 of limited size asks of DRAM, sector by sector.

#ifndef SECTORSCOPE_MODEL_L2TIMELINE_H
#define SECTORSCOPE_MODEL_L2TIMELINE_H

#include "model/SectorMap.h"
#include "sectorscope/TargetModel.h"

#include <cstdint>

namespace sectorscope {

/// An L2 that forgets a sector once as many bytes as it holds were touched since. Times are such bytes, not seconds.
///
/// Worked example, 32-byte sectors, fills on partial writes: the first half of a sector is written at time 0, the
/// second at time 100: one DRAM write, no fill. The second at time 100,000,000 in an L2 of 60 MB: two writes, two
/// fills.
class L2Timeline {
public:
  /// Of the target, l2Bytes must be known.
  explicit L2Timeline(const TargetModel &target);

  /// `bytes`: those of the sector that are meant, as bits.
  void read(std::uint64_t sector, std::uint32_t bytes, double time);
  void write(std::uint64_t sector, std::uint32_t bytes, double time);
  void update(std::uint64_t sector, std::uint32_t bytes, double time); ///< an atomic: L2 needs what is there

  /// What is still in L2 is written back.
  void finish();

  std::uint64_t sectorsRead() const { return demanded + filled; } ///< from DRAM, fills included
  std::uint64_t sectorsWritten() const { return written; }
  std::uint64_t fills() const { return filled; }

private:
  struct State {
    float time = 0; ///< of the last touch
    std::uint32_t valid = 0;
    bool isDirty = false;
  };
  State &touched(std::uint64_t sector, double time);
  void evict(State &state);

  double capacity;
  std::uint64_t sectorsOfGranule; ///< that a demand read fetches, a power of two
  bool fillsPartialWrites;
  SectorMap<State> states;
  std::uint64_t demanded = 0, written = 0, filled = 0;
};

} // namespace sectorscope

#endif
