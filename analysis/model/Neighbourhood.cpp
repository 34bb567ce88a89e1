// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Neighbourhood.h"

#include "model/Hints.h"
#include "model/LaunchWalk.h"
#include "model/Touched.h"

#include <algorithm>
#include <bit>
#include <map>

namespace sectorscope {
namespace {

constexpr unsigned kStandInBlocks = 16;       // along each axis
constexpr int kBlocksAround = 2;              // on each side, for stores
constexpr std::size_t kEffort = 1 << 15;      // warps and iterations for all accesses of a launch
constexpr std::size_t kEffortOfAccess = 4096; // for one

class Neighbourhood {
public:
  Neighbourhood(const KernelReport &kernel, const TargetModel &target, LaunchReport &launch)
      : kernel(kernel), target(target), launch(launch), shape(standInFor(kernel, launch.shape, isStandIn)),
        tape(kernel.graph, shape) {}

  void run() {
    if (target.sectorBytes != kTouchedSectorBytes)
      return;
    for (unsigned axis = 0; axis < 3; ++axis)
      middle[axis] = (*shape.grid)[axis] / 2;
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
  static LaunchShape standInFor(const KernelReport &kernel, LaunchShape shape, bool &isStandIn) {
    isStandIn = !shape.grid || !shape.block;
    if (!shape.block)
      shape.block = Dim3{256, 1, 1}; // --block any
    if (!shape.grid)
      shape.grid = Dim3{kStandInBlocks, kStandInBlocks, kStandInBlocks};
    for (const ParamLeaf &param : kernel.graph.params)
      if (!param.isPointer && shape.arguments.try_emplace(param.name, kUsualArgument).second)
        isStandIn = true;
    return shape;
  }

  bool isStore(std::size_t i) const { return launch.accesses[i].site.kind == AccessKind::Store; }
  bool isLoad(std::size_t i) const {
    return launch.accesses[i].site.kind == AccessKind::Load || launch.accesses[i].site.kind == AccessKind::Copy;
  }

  LaunchWalk walkOf(std::size_t i) {
    LaunchWalk walk(tape, kernel.graph, kernel.loops, launch.accesses[i].site, *shape.block);
    walk.setMostIterations(target.sectorBytes, 2);
    return walk;
  }

  bool visit(LaunchWalk &walk, const Dim3 &block, const LaunchWalk::Visitor &visitor) {
    std::size_t budget = std::min(effort, kEffortOfAccess);
    const std::size_t before = budget;
    const bool done = walk.visit(block, budget, visitor);
    effort -= before - budget;
    return done;
  }

  /// What the access does by itself.
  void own(std::size_t i) {
    const AccessSite &site = launch.accesses[i].site;
    Neighbours &n = launch.accesses[i].neighbours;
    n.isStandIn = isStandIn;
    LaunchWalk walk = walkOf(i);
    n.obstacle = walk.obstacle();
    if (!n.obstacle.empty())
      return;
    SectorMap<std::uint32_t> &bytes = bytesOf[i];
    std::uint64_t sectors = 0, distinct = 0;
    if (!visit(walk, middle, [&](const WalkedRequest &request) {
          ++n.requests;
          distinctSectors(site, request, [&](std::uint64_t sector, std::uint32_t mask) {
            std::uint32_t &all = bytes[sector];
            ++sectors;
            distinct += all == 0;
            all |= mask;
          });
        })) {
      n.obstacle = "the kernel is too large";
      return;
    }
    n.sectors = sectors;
    n.distinctSectors = distinct;
    if (distinct)
      followed.push_back(i);
    else
      n.obstacle = "not executed in the block that was looked at";
  }

  /// What the others do with its sectors.
  void share(std::size_t i) {
    AccessReport &access = launch.accesses[i];
    std::map<std::size_t, bool> meets;
    std::uint64_t ownBytes = 0, allBytes = 0;
    bytesOf[i].forEach([&](std::uint64_t sector, std::uint32_t mine) {
      if (!mine)
        return;
      std::uint32_t all = mine;
      for (const std::size_t other : followed)
        if (other != i && isLoad(other) == isLoad(i) && isStore(other) == isStore(i) &&
            launch.accesses[other].site.loops == access.site.loops)
          if (const std::uint32_t theirs = bytesOf[other].at(sector)) {
            all |= theirs;
            meets[other] = true;
          }
      ownBytes += static_cast<std::uint64_t>(std::popcount(mine));
      allBytes += static_cast<std::uint64_t>(std::popcount(all));
    });
    Neighbours &n = access.neighbours;
    n.ownBytes = static_cast<double>(ownBytes) / static_cast<double>(n.distinctSectors);
    n.allBytes = static_cast<double>(allBytes) / static_cast<double>(n.distinctSectors);
    for (const auto &[other, yes] : meets)
      n.siblings.push_back(other);
  }

  /// Sectors of stores that this block and those around it leave written in part.
  void join() {
    Touched touched;
    for (const std::size_t i : followed) {
      if (isLoad(i))
        continue;
      LaunchWalk walk = walkOf(i);
      std::array<int, 3> around{};
      for (unsigned axis = 0; axis < 3; ++axis)
        around[axis] = walk.hangsOnBlock(axis) ? kBlocksAround : 0;
      for (int z = -around[2]; z <= around[2]; ++z)
        for (int y = -around[1]; y <= around[1]; ++y)
          for (int x = -around[0]; x <= around[0]; ++x) {
            Dim3 block{};
            bool isInside = true;
            for (unsigned axis = 0; axis < 3; ++axis) {
              const std::int64_t at = std::int64_t{middle[axis]} + std::array{x, y, z}[axis];
              isInside &= at >= 0 && at < std::int64_t{(*shape.grid)[axis]};
              block[axis] = static_cast<unsigned>(at);
            }
            if (isInside && !visit(walk, block, [&](const WalkedRequest &request) {
                  touched.add(launch.accesses[i].site, request);
                }))
              return;
          }
    }
    for (const std::size_t i : followed) {
      if (!isStore(i) || launch.accesses[i].footprint.joined)
        continue;
      JoinedCount count(touched, target);
      LaunchWalk walk = walkOf(i);
      if (visit(walk, middle, [&](const WalkedRequest &request) { count.add(launch.accesses[i].site, request); }))
        launch.accesses[i].footprint.joined = count.result();
    }
  }

  const KernelReport &kernel;
  const TargetModel &target;
  LaunchReport &launch;
  bool isStandIn = false;
  LaunchShape shape;
  WarpTape tape;
  Dim3 middle{};
  std::size_t effort = kEffort;
  std::vector<std::size_t> followed; ///< accesses, in their order
  std::map<std::size_t, SectorMap<std::uint32_t>> bytesOf;
};

} // namespace

void findNeighbours(const KernelReport &kernel, const TargetModel &target, LaunchReport &launch) {
  Neighbourhood(kernel, target, launch).run();
}

} // namespace sectorscope
