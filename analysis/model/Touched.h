// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which bytes of which sectors the requests of a launch read and write.

#ifndef SECTORSCOPE_MODEL_TOUCHED_H
#define SECTORSCOPE_MODEL_TOUCHED_H

#include "model/LaunchWalk.h"
#include "model/SectorMap.h"
#include "model/SpreadSum.h"
#include "sectorscope/TargetModel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace sectorscope {

inline constexpr unsigned kTouchedSectorBytes = 32; ///< a bit for each byte of a sector

/// Calls `visitor(sector, bytes)` for the parts of the request, lane by lane; `bytes` as bits of the sector. A sector
/// comes once for each run of neighbouring lanes in it.
template <typename Visitor> void forSectors(const AccessSite &site, const WalkedRequest &request, Visitor &&visitor) {
  std::uint64_t open = ~std::uint64_t{0};
  std::uint32_t bytes = 0;
  const auto take = [&](std::uint64_t sector, std::uint32_t mask) {
    if (sector != open) {
      if (bytes)
        visitor(open, bytes);
      open = sector;
      bytes = 0;
    }
    bytes |= mask;
  };
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (request.mask >> lane & 1) {
      const auto first = static_cast<std::uint64_t>((*request.addresses)[lane]);
      const unsigned at = first % kTouchedSectorBytes;
      const std::uint64_t mask = ((std::uint64_t{1} << site.bytesPerLane) - 1) << at; // at most 16 bytes, 47 bits
      take(first / kTouchedSectorBytes, static_cast<std::uint32_t>(mask));
      if (mask >> kTouchedSectorBytes)
        take(first / kTouchedSectorBytes + 1, static_cast<std::uint32_t>(mask >> kTouchedSectorBytes));
    }
  if (bytes)
    visitor(open, bytes);
}

/// The same with each sector of the request once.
template <typename Visitor>
void distinctSectors(const AccessSite &site, const WalkedRequest &request, Visitor &&visitor) {
  std::array<std::pair<std::uint64_t, std::uint32_t>, 2 * kLanes> parts;
  std::size_t count = 0;
  forSectors(site, request, [&](std::uint64_t sector, std::uint32_t bytes) { parts[count++] = {sector, bytes}; });
  std::sort(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t i = 0; i < count;) {
    auto [sector, bytes] = parts[i];
    for (++i; i < count && parts[i].first == sector; ++i)
      bytes |= parts[i].second;
    visitor(sector, bytes);
  }
}

/// Distinct sectors of a launch.
struct TouchedCount {
  std::uint64_t read = 0, written = 0;
  std::uint64_t partial = 0;      ///< of those written, the ones that are not written whole
  std::uint64_t partialLines = 0; ///< lines of which something is written and something is not
  std::uint64_t demanded = 0;     ///< fetched from DRAM for loads, in whole granules
  /// Fetched because stores leave part of a sector as it was, and no load fetches it anyway.
  std::uint64_t partialFills = 0;
  double atomicFills = 0; ///< fetched because an atomic adds to what is there; likewise
};

/// Worked example: a store of bytes 0 to 15 and a store of bytes 16 to 31 of one sector: written 1, fills 0.
class Touched {
public:
  void add(const AccessSite &site, const WalkedRequest &request);
  TouchedCount count(const TargetModel &target) const;
  /// Distinct lines.
  std::uint64_t lines(const TargetModel &target) const;
  /// Bytes of the sector that some store or atomic wrote, as bits.
  std::uint32_t writtenOf(std::uint64_t sector) const { return written.at(sector); }
  std::size_t bytes() const { return read.bytes() + written.bytes() + updated.bytes(); }

private:
  SectorMap<std::uint8_t> read, updated;
  SectorMap<std::uint32_t> written;
};

/// The requests of one store against what all stores wrote.
class JoinedCount {
public:
  JoinedCount(const Touched &touched, const TargetModel &target) : touched(touched), target(target) {}
  void add(const AccessSite &site, const WalkedRequest &request);
  /// Empty without a request.
  std::optional<JoinedStore> result() const;

private:
  const Touched &touched;
  const TargetModel &target;
  SpreadSum covered, ofLine, partial;
};

} // namespace sectorscope

#endif
