// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SharedTiles.h"

#include "model/Rules.h"
#include "model/SampleBlock.h"
#include "model/Touched.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace sectorscope {
namespace {

/// Requests per distinct sector from which on a tile is worth the trouble. A star of five points comes to 3, and L1
/// does that well.
constexpr double kWorthwhile = 4;

/// The pointer that an address begins at: the only one among its summands.
ExprId pointerOf(const ExprGraph &graph, ExprId address) {
  const Expr &e = graph[address];
  if (e.op == Op::Global || (e.op == Op::Param && graph.params[e.payload].isPointer))
    return address;
  if (e.op != Op::Add)
    return {};
  const ExprId left = pointerOf(graph, e.a), right = pointerOf(graph, e.b);
  return left && right ? ExprId{} : left ? left : right;
}

/// Lanes that mostly read the same: one sector serves them all, and shared memory would take a pass as well.
bool isBroadcast(const Footprint &footprint, unsigned bytesPerLane) {
  return footprint.uniform || 2 * footprint.distinctBytes.max < footprint.activeLanes.max * bytesPerLane;
}

} // namespace

std::optional<SharedTile> SharedTiles::of(const AccessReport &access) {
  if (!std::exchange(isRead, true))
    find();
  const auto found = tiles.find(launch.indexOf(access));
  return found == tiles.end() ? std::nullopt : std::optional(found->second);
}

void SharedTiles::find() {
  // Whoever writes to shared memory has a tile already.
  const bool usesShared = std::ranges::any_of(launch.accesses, [](const AccessReport &access) {
    return access.site.kind == AccessKind::Copy ||
           (access.site.space == AddressSpace::Shared && access.site.kind != AccessKind::Load);
  });
  if (usesShared || !target.sharedBytesPerBlock || target.sectorBytes != kTouchedSectorBytes)
    return;
  std::map<std::uint32_t, std::map<std::vector<unsigned>, Group>> groups; // by pointer and loops
  for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
    const AccessReport &access = launch.accesses[i];
    if (access.site.kind != AccessKind::Load || !isGlobal(access.site) || !access.neighbours.obstacle.empty() ||
        isBroadcast(access.footprint, access.site.bytesPerLane))
      continue;
    if (const ExprId object = pointerOf(kernel.graph, access.site.address))
      groups[object.index][access.site.loops].push_back(i);
  }
  for (const auto &[object, byLoops] : groups) {
    std::optional<std::pair<std::size_t, SharedTile>> best;
    for (const auto &[loops, group] : byLoops)
      if (const auto tile = tileOf(group); tile && (!best || tile->sectors - tile->distinctSectors >
                                                                 best->second.sectors - best->second.distinctSectors))
        best = {group.front(), *tile};
    if (best)
      tiles.insert(*best);
  }
}

std::optional<SharedTile> SharedTiles::tileOf(const Group &group) const {
  SharedTile tile{.loads = group.size(), .inLoop = !launch.accesses[group.front()].site.loops.empty()};
  std::uint64_t mostDistinct = 0;
  for (const std::size_t i : group) {
    tile.sectors += launch.accesses[i].neighbours.sectors;
    mostDistinct = std::max(mostDistinct, launch.accesses[i].neighbours.distinctSectors);
  }
  const auto isWorthwhile = [&](std::uint64_t distinct) {
    return static_cast<double>(tile.sectors) >= kWorthwhile * static_cast<double>(distinct);
  };
  if (!isWorthwhile(mostDistinct)) // cheaper than to go through them
    return std::nullopt;

  constexpr std::uint16_t kSeveral = 0xffff;
  constexpr unsigned kWordBytes = 4;
  SectorMap<std::uint8_t> seen;
  SectorMap<std::uint16_t> reader; // by word: the thread plus one
  std::uint64_t words = 0, wordsOfSeveral = 0;
  SampleBlock sample(kernel.graph, kernel.loops, launch.shape, target);
  for (const std::size_t i : group) {
    const AccessSite &site = launch.accesses[i].site;
    LaunchWalk walk = sample.walkOf(site);
    std::uint64_t sectors = 0, ideal = 0;
    const RequestShape shape{.space = site.space, .kind = site.kind, .bytes = site.bytesPerLane};
    if (!sample.visit(walk, sample.index(), [&](const WalkedRequest &request) {
          const RequestCount count = countRequest(*request.addresses, request.mask, shape, target);
          sectors += count.sectors;
          ideal += count.idealSectors;
          forSectors(site, request, [&](std::uint64_t sector, std::uint32_t) {
            tile.distinctSectors += !std::exchange(seen[sector], 1);
          });
          for (unsigned lane = 0; lane < kLanes; ++lane)
            if (request.mask >> lane & 1) {
              const auto thread = static_cast<std::uint16_t>(request.warp * kLanes + lane + 1);
              std::uint16_t &known = reader[static_cast<std::uint64_t>((*request.addresses)[lane]) / kWordBytes];
              words += known == 0;
              wordsOfSeveral += known != 0 && known != thread && known != kSeveral;
              known = known == 0 || known == thread ? thread : kSeveral;
            }
        }))
      return std::nullopt;
    if (isWasteful(static_cast<double>(sectors), static_cast<double>(ideal))) // that is to be mended first
      return std::nullopt;
  }
  tile.bytes = tile.distinctSectors * target.sectorBytes;
  // What a thread reads again belongs into a register, and a few words for all stay in L1.
  const Dim3 &block = sample.block();
  const bool isFew = 2 * words < countOf(block);
  if (isFew || !isWorthwhile(tile.distinctSectors) || 2 * wordsOfSeveral < words ||
      tile.bytes > *target.sharedBytesPerBlock)
    return std::nullopt;
  return tile;
}

} // namespace sectorscope
