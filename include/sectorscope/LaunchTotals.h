// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LaunchTotals: what all accesses of a launch to global memory move together.

#ifndef SECTORSCOPE_LAUNCHTOTALS_H
#define SECTORSCOPE_LAUNCHTOTALS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// One direction, reads or writes. Atomics count as writes; that L2 reads what it adds to is in fillSectors. What could
/// not be counted is empty. Sectors are of the part's sector size (32 bytes).
struct Moved {
  std::optional<double> sectors;                ///< demanded: what the requests ask for, one by one; no cache at all
  std::optional<double> idealSectors;           ///< the fewest that hold what each request asks for
  std::optional<double> usefulBytes;            ///< distinct bytes of each request, summed over the requests
  std::optional<double> lines;                  ///< 128-byte lines of the requests
  std::optional<std::uint64_t> distinctSectors; ///< of the launch: what a perfect cache moves
  std::optional<double> dramSectors;            ///< from or to DRAM: caches that start cold and never evict
  /// The same while the launch runs, with the L2 of the part as it was measured: it forgets, writes back early what is
  /// not whole, and keeps at the end what has not left it by then.
  std::optional<double> dramSectorsOfPart;
};

/// Floating-point operations by type; a fused multiply-add is two.
struct FlopCount {
  double half = 0, single = 0, twice = 0; ///< 16 (bfloat16 included), 32 and 64 bits
  double all() const { return half + single + twice; }
};

/// Worked example: saxpy of 2^20 floats: 65,536 + 32,768 requests; read 262,144 sectors, all distinct; written 131,072;
/// no fills; 2^21 operations.
struct LaunchTotals {
  std::optional<double> requests;
  Moved read, written;
  std::optional<double> fillSectors;       ///< DRAM reads for sectors that are written in part; never evicting
  std::optional<double> fillSectorsOfPart; ///< with the L2 of the part
  std::optional<double> sectorsServedAtL2; ///< of those read: by accesses that go past L1
  std::optional<FlopCount> flop;
  std::string flopReason; ///< why `flop` is missing; empty if it is not
  /// Of a thread that executes everything; empty where there is arithmetic in loops, or some that is not counted.
  std::optional<FlopCount> flopPerThread;
  /// Where the number of requests is not known: what a warp moves that executes everything, by iterations of its loops.
  std::string formula;
  std::string reason;               ///< why something is missing; empty if nothing is
  std::vector<std::string> assumes; ///< sorted
};

} // namespace sectorscope

#endif
