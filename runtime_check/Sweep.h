// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Sweep: how a launch's time and its traffic change with the blocks that a multiprocessor holds at a time.

#ifndef SECTORSCOPE_RUNTIME_CHECK_SWEEP_H
#define SECTORSCOPE_RUNTIME_CHECK_SWEEP_H

#include "Record.h"
#include "Shards.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// One launch with so many blocks to a multiprocessor.
struct SweepPoint {
  unsigned residentBlocks = 0;
  unsigned dynamicSharedBytes = 0; ///< with which they were kept that few
  double seconds = 0;              ///< median of those alike
  double dramBytes = 0;
  double l2HitShare = 0; ///< of sectors; says when the working set outgrows L2, and nothing about the kernel's merit
};

enum class SweepShape {
  Rising,   ///< with the last doubling of the blocks it was still faster: too few requests in flight
  Plateau,  ///< more blocks change nothing
  Capacity, ///< with more blocks, what hit in L2 does no longer
  TooFew    ///< fewer than two numbers of blocks: nothing can be said
};

struct SweptLaunch {
  std::string kernel; ///< demangled
  unsigned order = 0;
  Dim3 grid{}, block{};
  std::vector<SweepPoint> points; ///< by blocks, ascending
};

struct SweepVerdict {
  SweepShape shape = SweepShape::TooFew;
  unsigned blocks = 0; ///< from which it is a plateau; above which L2 is too small
};

/// Worked example: 4, 2, 1 and 1 ms with 1, 2, 4 and 8 blocks: a plateau from 4. 4, 2 and 1 ms with 1, 2 and 4: rising.
SweepVerdict judge(const SweptLaunch &launch);

/// Runs of one program with a number of blocks each: the times and the counters of launches, by the profiler's names.
struct SweepRuns {
  std::optional<unsigned> blocks; ///< empty: as many as fit
  Shard times, hits, dram;
};

/// \throws std::runtime_error if the runs did not launch the same, or the driver did not take the shared memory.
std::vector<SweptLaunch> sweptLaunches(const std::vector<SweepRuns> &runs);

/// What the shape says, as a sentence.
std::string verdictText(const SweepVerdict &verdict);

/// A table for each launch, and what its shape says. \p part: name of the device.
std::string toText(const std::vector<SweptLaunch> &launches, const std::string &part);

/// The same as a page of charts. \throws std::runtime_error if this build has no chart library.
std::string toHtml(const std::vector<SweptLaunch> &launches, const std::string &part);

} // namespace sectorscope::check

#endif
