// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RequestCount.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace sectorscope {

RequestCount countRequest(const std::array<std::int64_t, kLanes> &addresses, std::uint32_t mask, unsigned bytes,
                          unsigned sectorBytes, unsigned lineBytes) {
  std::array<std::int64_t, kLanes> starts;
  unsigned active = 0;
  bool ascending = true;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1) {
      ascending &= active == 0 || starts[active - 1] <= addresses[lane];
      starts[active++] = addresses[lane];
    }
  if (!ascending)
    std::sort(starts.begin(), starts.begin() + active);
  RequestCount out;
  out.activeLanes = active;
  if (active == 0)
    return out;

  const unsigned sectorShift = static_cast<unsigned>(std::countr_zero(sectorBytes));
  const unsigned lineShift = static_cast<unsigned>(std::countr_zero(lineBytes));
  std::int64_t covered = std::numeric_limits<std::int64_t>::min(); // bytes below this are counted
  std::int64_t sector = covered, line = covered;                   // the last ones counted
  unsigned bytesInSector = 0;
  const auto closeSector = [&] {
    if (bytesInSector > 0 && bytesInSector < sectorBytes)
      ++out.partialSectors;
    bytesInSector = 0;
  };
  for (unsigned i = 0; i < active; ++i) {
    // Walk the part of the lane's range that no lane before it has covered, sector by sector.
    std::int64_t from = std::max(starts[i], covered);
    const std::int64_t end = starts[i] + bytes;
    while (from < end) {
      const std::int64_t inSector = from >> sectorShift;
      const std::int64_t upTo = std::min(end, (inSector + 1) << sectorShift);
      if (inSector != sector) {
        closeSector();
        sector = inSector;
        ++out.sectors;
      }
      if (const std::int64_t inLine = from >> lineShift; inLine != line) {
        line = inLine;
        ++out.lines;
      }
      bytesInSector += static_cast<unsigned>(upTo - from);
      out.distinctBytes += static_cast<unsigned>(upTo - from);
      from = upTo;
    }
    covered = std::max(covered, end);
  }
  closeSector();
  out.idealSectors = (out.distinctBytes + sectorBytes - 1) / sectorBytes;
  return out;
}

} // namespace sectorscope
