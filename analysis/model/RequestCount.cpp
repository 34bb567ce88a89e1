// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RequestCount.h"

#include "model/ScalarOps.h"
#include "model/Wavefronts.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace sectorscope {
namespace {

constexpr unsigned ceilOf(unsigned bytes, unsigned unit) { return (bytes + unit - 1) / unit; }

bool movesSectors(AddressSpace space) { return space != AddressSpace::Shared && space != AddressSpace::Constant; }

bool countsAddresses(const RequestShape &shape) {
  return shape.kind == AccessKind::Atomic || shape.kind == AccessKind::Reduction ||
         shape.space == AddressSpace::Constant;
}

/// Words of a lane's own memory that one access of it touches.
unsigned localWords(unsigned bytes, const TargetModel &target) {
  return std::max(1U, bytes / (target.lineBytes / kLanes));
}

/// Addresses of the active lanes, ascending.
class ActiveStarts {
public:
  ActiveStarts(const LaneAddresses &addresses, std::uint32_t mask) {
    bool ascending = true;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1) {
        ascending &= count == 0 || starts[count - 1] <= addresses[lane];
        starts[count++] = addresses[lane];
      }
    if (!ascending)
      std::sort(starts.begin(), starts.begin() + count);
  }
  const std::int64_t *begin() const { return starts.data(); }
  const std::int64_t *end() const { return starts.data() + count; }

private:
  LaneAddresses starts;
  unsigned count = 0;
};

void countSectors(const ActiveStarts &starts, unsigned bytes, const TargetModel &target, RequestCount &out) {
  const unsigned sectorBytes = target.sectorBytes;
  const auto sectorShift = static_cast<unsigned>(std::countr_zero(sectorBytes));
  const auto lineShift = static_cast<unsigned>(std::countr_zero(target.lineBytes));
  std::int64_t covered = std::numeric_limits<std::int64_t>::min(); // bytes below this are counted
  std::int64_t sector = covered, line = covered;                   // the last ones counted
  unsigned bytesInSector = 0;
  const auto closeSector = [&] {
    if (bytesInSector > 0 && bytesInSector < sectorBytes)
      ++out.partialSectors;
    bytesInSector = 0;
  };
  for (const std::int64_t start : starts) {
    // Walk the part of the lane's range that no lane before it has covered, sector by sector.
    std::int64_t from = std::max(start, covered);
    const std::int64_t end = start + bytes;
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
  out.idealSectors = ceilOf(out.distinctBytes, sectorBytes);
}

/// Every word of a lane's own memory lies in one line with the same word of the other lanes.
void countLocal(const LaneAddresses &addresses, std::uint32_t mask, unsigned bytes, const TargetModel &target,
                RequestCount &out) {
  const unsigned word = target.lineBytes / kLanes, lanesPerSector = target.sectorBytes / word;
  std::set<std::int64_t> words;
  std::set<std::pair<std::int64_t, unsigned>> sectors;
  std::set<unsigned> columns; // of sectors, which lanes at one index would use
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      for (unsigned w = 0; w < localWords(bytes, target); ++w) {
        const auto index = static_cast<std::int64_t>(floorDiv(addresses[lane], word)) + w;
        words.insert(index);
        sectors.insert({index, lane / lanesPerSector});
        columns.insert(lane / lanesPerSector);
      }
  out.sectors = static_cast<unsigned>(sectors.size());
  out.idealSectors = static_cast<unsigned>(columns.size()) * localWords(bytes, target);
  out.lines = static_cast<unsigned>(words.size());
  out.distinctBytes = out.activeLanes * bytes;
}

/// Distinct pairs of a sector that is read and one that is filled, and of how they lie to each other: bytes that lanes
/// move to another place within the sector go apart. Each lane stays within one of either.
unsigned sectorPairs(const LaneAddresses &from, const LaneAddresses &into, std::uint32_t mask,
                     const TargetModel &target) {
  const std::int64_t sector = target.sectorBytes;
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> pairs;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1) {
      const auto read = static_cast<std::int64_t>(floorDiv(from[lane], sector));
      const auto filled = static_cast<std::int64_t>(floorDiv(into[lane], sector));
      const std::int64_t apart = (into[lane] - filled * sector) - (from[lane] - read * sector);
      pairs.insert({read, filled, (apart + sector) % sector});
    }
  return static_cast<unsigned>(pairs.size());
}

} // namespace

RequestCount countRequest(const LaneAddresses &addresses, std::uint32_t mask, const RequestShape &shape,
                          const TargetModel &target, const LaneAddresses *into) {
  RequestCount out;
  out.activeLanes = static_cast<unsigned>(std::popcount(mask));
  if (mask == 0)
    return out;
  const ActiveStarts starts(addresses, mask);
  if (countsAddresses(shape))
    for (const std::int64_t *start = starts.begin(); start != starts.end(); ++start)
      out.distinctAddresses += start == starts.begin() || start[0] != start[-1];
  switch (shape.space) {
  case AddressSpace::Shared: {
    const WavefrontCount passes = countWavefronts(addresses, mask, shape, target);
    out.wavefronts = passes.wavefronts;
    out.idealWavefronts = passes.ideal;
    break;
  }
  case AddressSpace::Constant:
    out.wavefronts = out.distinctAddresses;
    out.idealWavefronts = 1;
    break;
  case AddressSpace::Local:
    countLocal(addresses, mask, shape.bytes, target, out);
    break;
  case AddressSpace::Global:
  case AddressSpace::Generic:
    countSectors(starts, shape.bytes, target, out);
    if (into)
      out.sectors = sectorPairs(addresses, *into, mask, target);
    break;
  }
  return out;
}

RequestRange anyRequest(unsigned fewest, unsigned active, const RequestShape &shape, const TargetModel &target) {
  RequestRange range;
  range.least.activeLanes = fewest;
  range.most.activeLanes = active;
  if (countsAddresses(shape)) {
    range.least.distinctAddresses = 1;
    range.most.distinctAddresses = active;
  }
  if (movesSectors(shape.space)) {
    const bool local = shape.space == AddressSpace::Local;
    const unsigned perLane = local ? localWords(shape.bytes, target) : ceilOf(shape.bytes, target.sectorBytes);
    const unsigned lanesPerSector = target.sectorBytes * kLanes / target.lineBytes;
    const auto ideal = [&](unsigned lanes) {
      return local ? perLane * ceilOf(lanes, lanesPerSector) : ceilOf(lanes * shape.bytes, target.sectorBytes);
    };
    range.least.sectors = local ? ideal(fewest) : perLane;
    range.least.idealSectors = local ? ideal(fewest) : ideal(1);
    range.least.lines = local ? perLane : 1;
    range.least.distinctBytes = shape.bytes;
    range.most.sectors = range.most.partialSectors = active * perLane;
    range.most.idealSectors = ideal(active);
    range.most.lines = local ? active * perLane : active;
    range.most.distinctBytes = active * shape.bytes;
    return range;
  }
  const unsigned passes = shape.atomic == AtomicForm::CompareAndSwap ? 2 : 1;
  const bool shared = shape.space == AddressSpace::Shared;
  const unsigned parts = shared ? std::max(1U, shape.bytes / target.sharedBankBytes) : 1;
  range.least.wavefronts = range.least.idealWavefronts = passes;
  range.most.wavefronts = passes * active;
  range.most.idealWavefronts = passes * parts;
  return range;
}

std::int64_t periodOf(const RequestShape &shape, const TargetModel &target) {
  switch (shape.space) {
  case AddressSpace::Shared:
    return target.sharedBankBytes;
  case AddressSpace::Local:
    return target.lineBytes / kLanes;
  case AddressSpace::Constant:
    return 1;
  case AddressSpace::Global:
  case AddressSpace::Generic:
    break;
  }
  return target.lineBytes;
}

} // namespace sectorscope
