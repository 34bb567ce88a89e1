// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Neighbourhood.h"

#include "model/SampleBlock.h"
#include "model/Touched.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace sectorscope {
namespace {

constexpr int kBlocksAround = 2; // on each side, for stores, at least

/// Steps of outer loops, of which only the first iterations are visited: of the first warp, one loop at a time.
class OuterSteps {
public:
  void add(const WalkedRequest &request) {
    const std::vector<std::int64_t> &iterations = *request.iterations;
    const std::int64_t sum = std::accumulate(iterations.begin(), iterations.end(), std::int64_t{0});
    if (sum == 0 && !isPast) {
      isPast = start.has_value(); // the second warp begins
      lane = static_cast<unsigned>(std::countr_zero(request.mask));
      start = (*request.addresses)[lane];
    } else if (sum == 1 && iterations.back() == 0 && start && !isPast && (request.mask >> lane & 1)) {
      const std::int64_t step = (*request.addresses)[lane] - *start;
      hasSmall |= step != 0 && std::abs(step) < kTouchedSectorBytes;
    }
  }
  /// One of them stays within the bytes of a sector.
  bool areSmall() const { return hasSmall; }

private:
  std::optional<std::int64_t> start;
  unsigned lane = 0;
  bool isPast = false, hasSmall = false;
};

class Neighbourhood {
public:
  Neighbourhood(const KernelReport &kernel, const TargetModel &target, LaunchReport &launch)
      : target(target), launch(launch), sample(kernel.graph, kernel.loops, launch.shape, target) {}

  void run() {
    if (target.sectorBytes != kTouchedSectorBytes)
      return;
    for (std::size_t i = 0; i < launch.accesses.size(); ++i)
      if (isGlobal(launch.accesses[i].site))
        own(i);
    for (const std::size_t i : followed)
      share(i);
    if (std::any_of(followed.begin(), followed.end(),
                    [&](std::size_t i) { return isStore(i) && !launch.accesses[i].footprint.joined; }))
      join();
  }

private:
  bool isStore(std::size_t i) const { return launch.accesses[i].site.kind == AccessKind::Store; }
  bool isLoad(std::size_t i) const { return isRead(launch.accesses[i].site); }

  /// What the access does by itself.
  void own(std::size_t i) {
    const AccessSite &site = launch.accesses[i].site;
    Neighbours &n = launch.accesses[i].neighbours;
    n.isStandIn = sample.isStandIn();
    LaunchWalk walk = sample.walkOf(launch.accesses[i].site);
    n.obstacle = walk.obstacle();
    if (!n.obstacle.empty())
      return;
    SectorMap<std::uint32_t> &bytes = bytesOf[i];
    SectorMap<std::uint32_t> &first = firstBytesOf[i];
    std::uint64_t sectors = 0, distinct = 0;
    OuterSteps steps;
    if (!sample.visit(walk, sample.index(), [&](const WalkedRequest &request) {
          steps.add(request);
          const bool isFirst = std::all_of(request.iterations->begin(), request.iterations->end(),
                                           [](std::int64_t iteration) { return iteration == 0; });
          ++n.requests;
          distinctSectors(site, request, [&](std::uint64_t sector, std::uint32_t mask) {
            std::uint32_t &all = bytes[sector];
            ++sectors;
            distinct += all == 0;
            all |= mask;
            if (isFirst)
              first[sector] |= mask;
          });
        })) {
      n.obstacle = "the kernel is too large";
      return;
    }
    n.sectors = sectors;
    n.distinctSectors = distinct;
    n.comesBackLater = steps.areSmall();
    if (distinct)
      followed.push_back(i);
    else
      n.obstacle = kNotExecuted;
  }

  /// Another one whose sectors are fetched, or written, together with those of `i`.
  bool isAlongside(std::size_t other, std::size_t i) const {
    return other != i && isLoad(other) == isLoad(i) && isStore(other) == isStore(i) &&
           launch.accesses[other].site.loops == launch.accesses[i].site.loops;
  }

  /// Bytes of a sector of `i` that it touches, and that all of them do; means.
  std::pair<double, double> bytesUsed(const std::map<std::size_t, SectorMap<std::uint32_t>> &touched, std::size_t i,
                                      std::set<std::size_t> &siblings) const {
    std::uint64_t own = 0, all = 0, sectors = 0;
    touched.at(i).forEach([&](std::uint64_t sector, std::uint32_t mine) {
      if (!mine)
        return;
      std::uint32_t together = mine;
      for (const std::size_t other : followed)
        if (isAlongside(other, i))
          if (const std::uint32_t theirs = touched.at(other).at(sector)) {
            together |= theirs;
            siblings.insert(other);
          }
      own += static_cast<std::uint64_t>(std::popcount(mine));
      all += static_cast<std::uint64_t>(std::popcount(together));
      ++sectors;
    });
    const auto count = static_cast<double>(std::max<std::uint64_t>(sectors, 1));
    return {static_cast<double>(own) / count, static_cast<double>(all) / count};
  }

  /// What the others do with its sectors.
  void share(std::size_t i) {
    Neighbours &n = launch.accesses[i].neighbours;
    std::set<std::size_t> siblings, atOnce;
    std::tie(n.ownBytes, n.allBytes) = bytesUsed(bytesOf, i, siblings);
    n.bytesAtOnce = bytesUsed(firstBytesOf, i, atOnce).second;
    n.siblings.assign(siblings.begin(), siblings.end());
    if (isStore(i))
      n.readShare = static_cast<double>(sectorsFetchedAnyway(i)) / static_cast<double>(n.distinctSectors);
  }

  /// Of its sectors, those in a granule of DRAM that something other than a store touches.
  std::uint64_t sectorsFetchedAnyway(std::size_t i) const {
    const std::uint64_t granule = target.sectorsOfDemand();
    std::uint64_t fetched = 0;
    bytesOf.at(i).forEach([&](std::uint64_t sector, std::uint32_t mine) {
      const std::uint64_t first = sector & ~(granule - 1);
      fetched += mine && std::any_of(followed.begin(), followed.end(), [&](std::size_t other) {
                   if (isStore(other))
                     return false;
                   for (std::uint64_t s = first; s < first + granule; ++s)
                     if (bytesOf.at(other).at(s))
                       return true;
                   return false;
                 });
    });
    return fetched;
  }

  /// On each side: so many blocks that whatever lies in one sector is among them.
  int blocksAround(std::size_t i, unsigned axis) const {
    const std::int64_t step = std::abs(launch.accesses[i].footprint.blockStrideBytes[axis].value_or(0));
    return step == 0 ? kBlocksAround : std::max<int>(kBlocksAround, static_cast<int>(kTouchedSectorBytes / step));
  }

  /// Sectors of stores that this block and those around it leave written in part.
  void join() {
    Touched touched;
    for (const std::size_t i : followed) {
      if (isLoad(i))
        continue;
      LaunchWalk walk = sample.walkOf(launch.accesses[i].site);
      std::array<int, 3> around{};
      for (unsigned axis = 0; axis < 3; ++axis)
        around[axis] = walk.hangsOnBlock(axis) ? blocksAround(i, axis) : 0;
      for (int z = -around[2]; z <= around[2]; ++z)
        for (int y = -around[1]; y <= around[1]; ++y)
          for (int x = -around[0]; x <= around[0]; ++x) {
            Dim3 block{};
            bool isInside = true;
            for (unsigned axis = 0; axis < 3; ++axis) {
              const std::int64_t at = std::int64_t{sample.index()[axis]} + std::array{x, y, z}[axis];
              isInside &= at >= 0 && at < std::int64_t{sample.grid()[axis]};
              block[axis] = static_cast<unsigned>(at);
            }
            if (isInside && !sample.visit(walk, block, [&](const WalkedRequest &request) {
                  touched.add(launch.accesses[i].site, request);
                }))
              return;
          }
    }
    for (const std::size_t i : followed) {
      if (!isStore(i) || launch.accesses[i].footprint.joined)
        continue;
      JoinedCount count(touched, target);
      LaunchWalk walk = sample.walkOf(launch.accesses[i].site);
      if (sample.visit(walk, sample.index(),
                       [&](const WalkedRequest &request) { count.add(launch.accesses[i].site, request); }))
        launch.accesses[i].footprint.joined = count.result();
    }
  }

  const TargetModel &target;
  LaunchReport &launch;
  SampleBlock sample;
  std::vector<std::size_t> followed;                                     ///< accesses, in their order
  std::map<std::size_t, SectorMap<std::uint32_t>> bytesOf, firstBytesOf; ///< the latter in the first iterations alone
};

} // namespace

void findNeighbours(const KernelReport &kernel, const TargetModel &target, LaunchReport &launch) {
  Neighbourhood(kernel, target, launch).run();
}

} // namespace sectorscope
