// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchCount.h"

#include <algorithm>
#include <bit>
#include <set>

namespace sectorscope::fuzz {
namespace {

constexpr std::uint64_t sectorBytes = 32, sectorsOfLine = 4;

bool isWhole(std::uint32_t bytes) { return std::popcount(bytes) == int(sectorBytes); }

/// The other half of its granule of 64 bytes.
std::uint64_t neighbourOf(std::uint64_t sector) { return sector % 2 == 0 ? sector + 1 : sector - 1; }

void addRequest(const SectorBytes &own, DirectionCount &to) {
  std::set<std::uint64_t> lines;
  std::uint64_t bytes = 0;
  for (const auto &[sector, mask] : own) {
    bytes += static_cast<std::uint64_t>(std::popcount(mask));
    lines.insert(sector / sectorsOfLine);
    to.bytes[sector] |= mask;
  }
  to.sectors += own.size();
  to.usefulBytes += bytes;
  to.idealSectors += (bytes + sectorBytes - 1) / sectorBytes;
  to.lines += lines.size();
}

} // namespace

void addBytes(const oracle::Request &request, SectorBytes &bytes) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (request.activeMask >> lane & 1)
      for (std::uint64_t byte = request.addresses[lane]; byte < request.addresses[lane] + request.bytesPerLane; ++byte)
        bytes[byte / sectorBytes] |= std::uint32_t{1} << byte % sectorBytes;
}

void Counted::add(std::uint64_t value) {
  min = number == 0 ? value : std::min(min, value);
  max = std::max(max, value);
  sum += value;
  ++number;
}

LaunchCount countLaunch(const oracle::Result &launch, double sectorsPerColdAtomic) {
  std::map<const llvm::Instruction *, oracle::Kind> kinds;
  for (const oracle::SiteResult &site : launch.sites)
    kinds[site.instruction] = site.kind;
  LaunchCount count;
  std::set<std::uint64_t> updated;
  std::vector<std::pair<const llvm::Instruction *, SectorBytes>> stores;
  for (const oracle::Request &request : launch.requests) {
    if (request.space != oracle::Space::Global)
      continue;
    ++count.requests;
    SectorBytes own;
    addBytes(request, own);
    const oracle::Kind kind = kinds.at(request.instruction);
    const bool isRead = kind == oracle::Kind::Load || kind == oracle::Kind::Copy;
    addRequest(own, isRead ? count.read : count.written);
    if (kind == oracle::Kind::Atomic)
      for (const auto &[sector, bytes] : own)
        updated.insert(sector);
    if (kind == oracle::Kind::Store)
      stores.emplace_back(request.instruction, std::move(own));
  }
  for (const auto &[instruction, sectors] : stores) {
    StoreCount &store = count.stores[instruction];
    std::uint64_t partial = 0;
    for (const auto &[sector, own] : sectors) {
      const std::uint32_t all = count.written.bytes.at(sector);
      store.bytesPerSector.add(static_cast<std::uint64_t>(std::popcount(all)));
      partial += !isWhole(all);
    }
    store.partialSectors.add(partial);
  }
  std::set<std::uint64_t> fetched;
  for (const auto &[sector, bytes] : count.read.bytes)
    fetched.insert({sector, neighbourOf(sector)});
  count.demanded = fetched.size();
  for (const auto &[sector, bytes] : count.written.bytes) {
    if (fetched.contains(sector))
      continue;
    if (updated.contains(sector))
      count.fills += count.written.bytes.contains(neighbourOf(sector)) ? 1 : sectorsPerColdAtomic;
    else
      count.fills += !isWhole(bytes);
  }
  return count;
}

} // namespace sectorscope::fuzz
