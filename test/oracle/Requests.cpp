// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Requests.h"

#include "Cell.h"

#include <algorithm>
#include <bit>

namespace sectorscope::oracle {

namespace {

constexpr unsigned warpSize = 32, sectorBytes = 32, sectorsPerLine = 4, bankCount = 32, wordBytes = 4;

/// Bytes of one sector that a request asks for, one bit each.
struct SectorMask {
  std::uint64_t sector;
  std::uint32_t mask;
};

void addRange(std::vector<SectorMask> &touched, std::uint64_t address, unsigned bytes) {
  while (bytes) {
    unsigned start = static_cast<unsigned>(address % sectorBytes);
    unsigned here = std::min(bytes, sectorBytes - start);
    auto mask = static_cast<std::uint32_t>(((std::uint64_t(1) << here) - 1) << start);
    touched.push_back({address / sectorBytes, mask});
    address += here;
    bytes -= here;
  }
}

/// Sorts by sector and joins the masks of equal sectors.
void join(std::vector<SectorMask> &touched) {
  std::sort(touched.begin(), touched.end(),
            [](const SectorMask &a, const SectorMask &b) { return a.sector < b.sector; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < touched.size(); ++i)
    if (kept && touched[kept - 1].sector == touched[i].sector)
      touched[kept - 1].mask |= touched[i].mask;
    else
      touched[kept++] = touched[i];
  touched.resize(kept);
}

} // namespace

namespace {

/// Every two active lanes whose numbers differ in `bit` alone use one address.
bool sharePairs(std::uint32_t activeMask, const std::array<std::uint64_t, 32> &addresses, unsigned bit) {
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (!(lane & bit) && (activeMask >> lane & 1) && (activeMask >> (lane | bit) & 1) &&
        addresses[lane] != addresses[lane | bit])
      return false;
  return true;
}

} // namespace

unsigned wavefrontsOf(std::uint32_t activeMask, const std::array<std::uint64_t, 32> &addresses, unsigned bytesPerLane,
                      Kind kind) {
  unsigned lanesAtOnce = bytesPerLane <= 4 ? warpSize : bytesPerLane <= 8 ? warpSize / 2 : warpSize / 4;
  if (lanesAtOnce < warpSize && kind == Kind::Load &&
      (sharePairs(activeMask, addresses, 1) || sharePairs(activeMask, addresses, 2)))
    lanesAtOnce *= 2;
  unsigned wavefronts = 0;
  for (unsigned first = 0; first < warpSize; first += lanesAtOnce) {
    std::array<std::vector<std::uint64_t>, bankCount> inBank;
    for (unsigned lane = first; lane < first + lanesAtOnce; ++lane)
      if (activeMask >> lane & 1)
        for (unsigned byte = 0; byte < bytesPerLane; byte += wordBytes) {
          std::uint64_t word = (addresses[lane] + byte) / wordBytes;
          std::vector<std::uint64_t> &words = inBank[word % bankCount];
          if (kind == Kind::Atomic || std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(word);
        }
    wavefronts +=
        static_cast<unsigned>(std::max_element(inBank.begin(), inBank.end(), [](const auto &a, const auto &b) {
                                return a.size() < b.size();
                              })->size());
  }
  return wavefronts;
}

Counts countRequest(std::uint32_t activeMask, const std::array<std::uint64_t, 32> &addresses, unsigned bytesPerLane,
                    Space space, Kind kind) {
  Counts counts;
  counts.activeLanes = static_cast<unsigned>(std::popcount(activeMask));
  std::vector<SectorMask> touched;
  touched.reserve(2 * warpSize);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(activeMask >> lane & 1))
      continue;
    if (space != Space::Local) {
      addRange(touched, addresses[lane], bytesPerLane);
      continue;
    }
    for (unsigned i = 0; i < bytesPerLane; ++i) {
      std::uint64_t byte = addresses[lane] + i;
      addRange(touched, wordBytes * (byte / wordBytes * warpSize + lane) + byte % wordBytes, 1);
    }
  }
  join(touched);
  for (std::size_t i = 0; i < touched.size(); ++i) {
    unsigned covered = static_cast<unsigned>(std::popcount(touched[i].mask));
    counts.coveredBytes += covered;
    counts.coveredInSector.push_back(covered);
    counts.partialSectors += covered < sectorBytes;
    counts.lines += i == 0 || touched[i].sector / sectorsPerLine != touched[i - 1].sector / sectorsPerLine;
  }
  counts.sectors = static_cast<unsigned>(touched.size());
  counts.ideal = (counts.coveredBytes + sectorBytes - 1) / sectorBytes;
  if (space == Space::Shared) {
    counts.wavefronts = wavefrontsOf(activeMask, addresses, bytesPerLane, kind);
    counts.sectors = counts.lines = counts.partialSectors = 0;
    counts.coveredInSector.clear();
  }
  return counts;
}

std::size_t Recorder::Hash::operator()(const Key &key) const {
  return key.where ^ (std::uint64_t(key.site) << 32 | key.warp) * 0x9e3779b97f4a7c15ULL;
}

Request *Recorder::add(const Executed &access) {
  for (Key key{access.where, access.site, access.warp};; key.where = mix(key.where, 1)) {
    auto [entry, isNew] = open.try_emplace(key, pending.size());
    if (isNew) {
      pending.emplace_back();
      pendingSite.push_back(access.site);
      pending.back().warp = access.warp;
      pending.back().space = access.space;
      pending.back().bytesPerLane = access.bytes;
    }
    Request &request = pending[entry->second];
    std::uint32_t bit = std::uint32_t(1) << access.lane;
    if (request.activeMask & bit) {
      sawRepeatedLane = true; // same lane, same iteration: the next occurrence is a request of its own
      continue;
    }
    SiteResult &site = result.sites[access.site];
    if (request.space != access.space)
      site.mixedSpaces = true;
    request.activeMask |= bit;
    request.addresses[access.lane] = access.address;
    return isNew ? &request : nullptr;
  }
}

void Recorder::endBlock(const Dim &block) {
  for (std::size_t i = 0; i < pending.size(); ++i) {
    Request &request = pending[i];
    SiteResult &site = result.sites[pendingSite[i]];
    if (site.requests == 0)
      site.space = request.space;
    else if (site.space != request.space)
      site.mixedSpaces = true;
    ++site.requests;
    Counts counts = countRequest(request.activeMask, request.addresses, request.bytesPerLane, request.space, site.kind);
    site.activeLanes.add(counts.activeLanes);
    site.sectors.add(counts.sectors);
    site.ideal.add(counts.ideal);
    site.lines.add(counts.lines);
    site.wavefronts.add(counts.wavefronts);
    site.coveredBytes.add(counts.coveredBytes);
    site.partialSectors.add(counts.partialSectors);
    if (counts.sectors)
      site.coveredPerSector.add(double(counts.coveredBytes) / counts.sectors);
    for (unsigned covered : counts.coveredInSector)
      site.coveredInSector.add(covered);
    if (keep) {
      request.instruction = site.instruction;
      request.block = block;
      result.requests.push_back(std::move(request));
    }
  }
  open.clear();
  pending.clear();
  pendingSite.clear();
}

} // namespace sectorscope::oracle
