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
#include <optional>

namespace sectorscope {

/// An L2 as its part was measured: how likely a sector is gone, or was written back in part, after so many bytes of
/// other lines (TargetModel::l2ForgetsReads, l2FillsHalves; where these are not known, after l2Bytes for certain).
/// Times are such bytes, not seconds. Counts are expectations.
///
/// Worked example: half of a sector is written at time 0, the other at time 0: one sector written, no fill. The other
/// at time 16 MiB, where the curve says 0.56: 0.56 fills.
class L2Timeline {
public:
  explicit L2Timeline(const TargetModel &target);

  /// `bytes`: those of the sector that are meant, as bits.
  void read(std::uint64_t sector, std::uint32_t bytes, double time);
  void write(std::uint64_t sector, std::uint32_t bytes, double time);
  void update(std::uint64_t sector, double time); ///< an atomic: L2 needs what is there

  /// Of what is in L2, that much was written back by then. The rest costs DRAM nothing before the launch has ended
  /// (measured on an H200: 65,536 sectors of 4 bytes each, 88 DRAM sectors read).
  void finish(double time);

  double sectorsRead() const { return demanded + filled; } ///< from DRAM, fills included
  double sectorsWritten() const { return written; }
  double fills() const { return filled; }

private:
  struct State {
    float time = 0;          ///< of the last touch of the sector itself
    float partial = 0;       ///< how likely only the bytes of `valid` are there; else all are
    std::uint32_t valid = 0; ///< 0: never touched
    std::uint8_t isDirty = 0;
  };
  /// Bytes of other lines since the line of the sector was touched at another moment than now. Empty if it never was.
  std::optional<double> touch(std::uint64_t sector, double time);
  void fetch(std::uint64_t sector, double share);

  Curve forgets, fillsHalves;
  std::uint64_t sectorsOfGranule; ///< that a demand read fetches, a power of two
  double sectorsPerAtomic;
  bool fillsPartialWrites;
  std::uint64_t sectorsOfLine;
  SectorMap<State> states;
  struct Moments {
    float last = -1, before = -1;       ///< unlike ones; -1: none
    float longest = 0, longestEnd = -1; ///< the longest time without a touch, and when it ended
  };
  SectorMap<Moments> lines; ///< when they were touched; a line leaves L2 as a whole
  double demanded = 0, written = 0, filled = 0;
};

} // namespace sectorscope

#endif
