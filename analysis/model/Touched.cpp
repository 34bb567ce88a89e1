// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Touched.h"

#include <algorithm>
#include <bit>

namespace sectorscope {

void Touched::add(const AccessSite &site, const WalkedRequest &request) {
  forSectors(site, request, [&](std::uint64_t sector, std::uint32_t bytes) {
    switch (site.kind) {
    case AccessKind::Load:
    case AccessKind::Copy:
      read[sector] = 1;
      break;
    case AccessKind::Store:
      written[sector] |= bytes;
      break;
    case AccessKind::Atomic:
    case AccessKind::Reduction:
      written[sector] |= bytes;
      updated[sector] = 1;
      break;
    }
  });
}

TouchedCount Touched::count(const TargetModel &target) const {
  const std::uint64_t granule = target.sectorsOfDemand();
  TouchedCount count;
  const auto isDemanded = [&](std::uint64_t sector) {
    const std::uint64_t first = sector & ~(granule - 1);
    for (std::uint64_t other = first; other < first + granule; ++other)
      if (read.at(other))
        return true;
    return false;
  };
  read.forEach([&](std::uint64_t sector, std::uint8_t isRead) {
    count.read += isRead;
    // Granules do not cross pages: both are powers of two.
    if (sector % granule == 0 && isDemanded(sector))
      count.demanded += granule;
  });
  const bool fills = target.fillsPartialWrites.value_or(false);
  const std::uint64_t sectorsOfLine = target.sectorsOfLine();
  written.forEach([&](std::uint64_t sector, std::uint32_t bytes) {
    count.written += bytes != 0;
    count.partial += bytes != 0 && bytes != ~0U;
    if (sector % sectorsOfLine == 0) {
      bool any = false, all = true;
      for (std::uint64_t part = sector; part < sector + sectorsOfLine; ++part) {
        any |= written.at(part) != 0;
        all &= written.at(part) == ~0U;
      }
      count.partialLines += any && !all;
    }
    if (bytes == 0 || isDemanded(sector))
      return;
    if (!updated.at(sector)) {
      count.partialFills += fills && bytes != ~0U;
      return;
    }
    // What is fetched beside the sector itself counts only where nobody else asks for it.
    bool isAlone = true;
    const std::uint64_t first = sector & ~(granule - 1);
    for (std::uint64_t other = first; other < first + granule; ++other)
      isAlone &= other == sector || written.at(other) == 0;
    count.atomicFills += isAlone ? target.sectorsPerColdAtomic.value_or(1) : 1;
  });
  return count;
}

std::uint64_t Touched::lines(const TargetModel &target) const {
  const std::uint64_t sectors = target.sectorsOfLine();
  std::uint64_t count = 0;
  const auto isTouched = [&](std::uint64_t line) {
    for (std::uint64_t sector = line; sector < line + sectors; ++sector)
      if (read.at(sector) || written.at(sector))
        return true;
    return false;
  };
  read.forEach([&](std::uint64_t sector, std::uint8_t) { count += sector % sectors == 0 && isTouched(sector); });
  written.forEach([&](std::uint64_t sector, std::uint32_t) {
    if (sector % sectors == 0 && !read.has(sector)) // else counted above
      count += isTouched(sector);
  });
  return count;
}

void JoinedCount::add(const AccessSite &site, const WalkedRequest &request) {
  double open = 0;
  const std::uint64_t sectorsOfLine = target.sectorsOfLine();
  std::uint64_t lastLine = ~std::uint64_t{0}; // sectors come in ascending order
  distinctSectors(site, request, [&](std::uint64_t sector, std::uint32_t) {
    const double bytes = std::popcount(touched.writtenOf(sector));
    covered.add(bytes);
    open += bytes < target.sectorBytes;
    if (const std::uint64_t line = sector / sectorsOfLine; line != lastLine) {
      lastLine = line;
      double all = 0;
      for (std::uint64_t part = line * sectorsOfLine; part < (line + 1) * sectorsOfLine; ++part)
        all += std::popcount(touched.writtenOf(part));
      ofLine.add(all);
    }
  });
  partial.add(open);
}

std::optional<JoinedStore> JoinedCount::result() const {
  if (partial.count() == 0)
    return std::nullopt;
  return JoinedStore{covered.result(), ofLine.result(), partial.result()};
}

} // namespace sectorscope
