// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gap: where the time of a launch went between what the quoted peak promises and what was measured. Six causes, and
/// what none of them explains.

#ifndef SECTORSCOPE_RUNTIME_CHECK_GAP_H
#define SECTORSCOPE_RUNTIME_CHECK_GAP_H

#include "LaunchBytes.h"
#include "Run.h"

#include "sectorscope/TargetModel.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// Of a ceiling, from which on a launch is at it. Ceilings are those of the fastest of many loops; with the plainest
/// ones, one word a lane, the H200 comes to 0.91 (three writes for a read) to 0.98 of them.
inline constexpr double nearCeiling = 0.9;

/// Before this, a part may still run at its boost clock: the first window in which profiles sample clocks.
inline constexpr double settleSeconds = 0.05;

enum class GapCause { RequestsInFlight, Turnaround, PartialWrites, OverFetch, Refresh, ClockDerate };

/// "requests in flight", "read/write turnaround", ...
const char *toString(GapCause cause);
/// What helps against it, as a sentence.
const char *remedyFor(GapCause cause);

/// Whether the signature of a cause is in the measurements.
enum class Signature { Observed, Absent, NotDetermined };

struct GapRow {
  GapCause cause;
  Signature signature = Signature::NotDetermined;
  double seconds = 0;   ///< of the launch; 0 unless observed
  std::string evidence; ///< the numbers of the signature; why it is not determined
};

/// What sets the least time a launch can take.
enum class Bound { DramBytes, L2Sectors, L1Lines };

/// "bytes from and to DRAM", "transactions between the multiprocessors and L2 (sectors)", ...
const char *toString(Bound bound);

/// The least time of a launch by each ceiling that was measured.
struct Bounds {
  double dram = 0, l2 = 0, l1 = 0; ///< seconds; 0 where the ceiling is not known
  Bound largest = Bound::DramBytes;
  double seconds() const;
};

Bounds boundsOf(const LaunchBytes &bytes, const Ceilings &ceilings);

struct Gap {
  double seconds = 0;       ///< of the launch: the median of those alike
  double usefulSeconds = 0; ///< what had to be moved, at the quoted peak (of DRAM), or at the ceiling of L2 or L1
  std::vector<GapRow> rows; ///< all six; observed ones first, those that cost most at the front
  double fillBytes = 0;     ///< read from DRAM to fill up sectors that were written in part
  double remainder = 0;     ///< seconds that no row explains; below 0 where the launch was faster than they say
  const GapRow &row(GapCause cause) const;
};

/// \param warps at work at a time, all multiprocessors together.
/// Splits the time: usefulSeconds, the rows and the remainder add up to it. docs/explain.md has the arithmetic.
///
/// Worked example: 1 GiB read of which an eighth is asked for, in 0.238 ms, where reads reach 4681e9 and the quoted
/// peak is 4814e9 bytes a second: useful 0.028 ms, over-fetch 0.201 ms, refresh 0.001 ms, remainder 0.008 ms.
Gap gapOf(const LaunchBytes &bytes, const TimedLaunch &timed, const std::vector<ClockSample> &clocks, double warps,
          const TargetModel &target);

} // namespace sectorscope::check

#endif
