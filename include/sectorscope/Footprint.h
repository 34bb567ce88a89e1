// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Footprint: what one memory instruction moves per request.

#ifndef SECTORSCOPE_FOOTPRINT_H
#define SECTORSCOPE_FOOTPRINT_H

#include "sectorscope/AccessSite.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// How sure a number is. Bounded and Unknown always come with a reason.
/// Exact: the hardware counter agrees; full warps exact and at most a fixed number of boundary warps per launch
/// unknown where the size of the launch is not known.
enum class Certainty : std::uint8_t { Exact, Bounded, Unknown };

/// "exact", "bounded", "unknown".
const char *toString(Certainty certainty);

/// What an access that is not exact leaves open, from mild to severe; where several meet, the most severe is named.
enum class Doubt : std::uint8_t {
  None,
  StartOfData, ///< how the lanes lie to each other is known, where in a line their data begins is not
  Mask,        ///< how the lanes lie to each other is known, which of them are active is not
  Bound,       ///< the same but for the warps in which a row ends: how many these are, and what they do, is not known
  Iteration,   ///< every request is known, how often each kind occurs is not
  Argument,    ///< how the lanes lie to each other hangs on a value that is the same for all of them
  Data,        ///< how the lanes lie to each other hangs on the contents of memory
  NotFollowed, ///< how the lanes lie to each other is not followed
  Budget,      ///< the enumeration ended early
};

/// "none", "start-of-data", "mask", "bound", "iteration", "argument", "data", "not-followed", "budget".
const char *toString(Doubt doubt);

/// Smallest, mean and largest over the requests of a launch. The mean of a bounded footprint is the one for full warps
/// and large scalar arguments; it is NaN where nothing is known of it.
struct Spread {
  double min = 0, mean = 0, max = 0;
  friend bool operator==(const Spread &, const Spread &) = default;
};

/// What a bounded access would be if more were known of the scalars that the launch passes in.
struct Hint {
  struct Multiple {
    std::string argument;
    std::uint64_t of = 1;
  };
  /// It is exact if each of these arguments is a multiple of its number; empty where no such condition was found.
  std::vector<Multiple> exactIf;
  double countThen = 0; ///< mean of sectors or wavefronts per request, under that condition

  struct Row {
    std::int64_t from = 0, to = 0; ///< values of the argument that were tried, the first and the last of a run
    double count = 0;              ///< mean per request of full warps, the same in all of the run
  };
  std::string argument;   ///< the one scalar by which the number changes; empty where it is none or several
  std::vector<Row> table; ///< by value of the argument, ascending
};

/// What an access is counted in.
enum class Measure : std::uint8_t {
  Sectors,    ///< global, generic and local memory: 32-byte pieces
  Wavefronts, ///< shared memory: passes over its banks; constant memory: passes of its cache, one per distinct address
};

/// "sectors", "wavefronts".
const char *toString(Measure measure);

/// Of an access to this space.
Measure measureOf(AddressSpace space);

/// What all stores of a launch leave in the sectors that one of them touches.
struct JoinedStore {
  Spread bytesCoveredPerSector; ///< over all sectors of all requests
  /// Over all lines of all requests. Whole sectors in a line that is not whole cost no DRAM read, but time (H200: a
  /// quarter of the sectors, one of each line, takes 71 % of the time of all).
  Spread bytesCoveredPerLine;
  Spread partialSectors; ///< per request: those of which some bytes were written by no store
};

/// What an access moves per request (one memory instruction of one warp with at least one active lane).
///
/// Worked example: 4-byte words, stride 12 bytes, full warps: sectors 12, lines 3, ideal 4, active lanes 32,
/// bytes covered per sector 32 * 4 / 12 = 10.67, partial sectors 12.
struct Footprint {
  Certainty certainty = Certainty::Unknown;
  Doubt doubt = Doubt::None;             ///< None if and only if Exact
  std::string reason;                    ///< empty if and only if Exact
  bool hangsOnData = false;              ///< the reason is the contents of memory
  std::vector<std::string> assumes;      ///< sorted: "tail", "no-wrap n"
  std::optional<std::uint64_t> requests; ///< of the whole launch, where every input is known
  Spread activeLanes;       ///< the mean of an exact access may be NaN, where the assembler may reduce an atomic or not
  Spread sectors;           ///< 32-byte sectors (the part's sector size)
  Spread idealSectors;      ///< ceil(distinct bytes asked by the active lanes / sector size)
  Spread distinctBytes;     ///< asked for by at least one lane
  Spread wavefronts;        ///< of an access that is counted in these; else 0
  Spread idealWavefronts;   ///< without a bank conflict, or with one address for all lanes
  Spread distinctAddresses; ///< of atomics and of constant memory, among the active lanes; else 0
  bool reducedByAssembler = false; ///< an atomic of which one lane is left, see WarpReduction
  Measure measure = Measure::Sectors;
  Spread lines; ///< 128-byte lines (the part's line size); the mean of an exact access may be NaN, where how its
                ///< sectors fall into lines hangs on an argument
  Spread bytesCoveredPerSector;
  Spread partialSectors;             ///< sectors of which some bytes are not covered
  std::optional<JoinedStore> joined; ///< of stores, where it is known
  bool uniform = false;              ///< every request reads one address in all its lanes
  bool anyBlockOfWholeWarps = false; ///< holds for every block whose x is a multiple of the warp size
  /// Bytes between the same access of neighbouring blocks; empty where unknown.
  std::array<std::optional<std::int64_t>, 3> blockStrideBytes;
  /// Sectors if the base were aligned to a whole line; tells a misaligned start from a stride.
  double sectorsIfAligned = 0;
  std::optional<Hint> hint; ///< only with AuditOptions::hints, and where there is something to say

  /// What the access is judged by: sectors or wavefronts.
  const Spread &count() const { return measure == Measure::Sectors ? sectors : wavefronts; }
  const Spread &idealCount() const { return measure == Measure::Sectors ? idealSectors : idealWavefronts; }
};

} // namespace sectorscope

#endif
