// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Bytes of one launch on their way from DRAM to the lanes, as counters tell them. Reads and writes apart throughout.

#ifndef SECTORSCOPE_RUNTIME_CHECK_LAUNCHBYTES_H
#define SECTORSCOPE_RUNTIME_CHECK_LAUNCHBYTES_H

#include "Record.h"

#include <optional>

namespace sectorscope::check {

/// One direction. Atomics count as writes; what they read is in neither direction's needs.
struct DirectionBytes {
  double asked = 0;    ///< by the lanes: each lane's own, shared ones as often as they are asked for
  double needed = 0;   ///< in whole sectors, if the lanes' bytes lay without gaps
  double demanded = 0; ///< in the sectors that requests touch, at L1
  double l2 = 0;       ///< between the multiprocessors and L2
  double dram = 0;     ///< from or to DRAM
};

struct LaunchBytes {
  DirectionBytes read, written;
  double l1Lines = 0; ///< 128-byte lines of all requests to global memory
  /// What one warp can have asked for and not got, if it never waits for anything but registers: the sectors of each
  /// load instruction once, weighted by how often it is executed against the one executed most. Empty where warps copy
  /// asynchronously, which waits for nothing.
  std::optional<double> inFlightOfWarp;
  double dram() const { return read.dram + written.dram; }
  double l2() const { return read.l2 + written.l2; }
  /// Of the bytes from and to DRAM, those read.
  double readShare() const { return dram() > 0 ? read.dram / dram() : 1; }
};

/// Empty where one of the counters is missing that all of it hangs on.
///
/// Worked example: one warp loads 4 bytes a lane, 32 bytes apart, from memory that no cache holds: asked 128, needed
/// 128, demanded 1024, l2 1024, dram 1024 (2048 where DRAM gives 64 bytes and the other half is not asked for).
std::optional<LaunchBytes> bytesOf(const Launch &launch);

} // namespace sectorscope::check

#endif
