// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TotalsComparison.h"

#include "Differences.h"
#include "LaunchCount.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

#include <algorithm>
#include <bit>
#include <set>

namespace sectorscope::fuzz {
namespace {

constexpr std::uint32_t mostInnermost = 32, mostAround = 2; // iterations that are looked at

/// What one access does within the block.
struct Own {
  std::uint64_t requests = 0, sectors = 0;
  SectorBytes bytes;
};

bool isLookedAt(const oracle::Request &request, const oracle::Dim &block) {
  if (request.space != oracle::Space::Global || request.block != block)
    return false;
  for (std::size_t depth = 0; depth < request.iteration.size(); ++depth)
    if (request.iteration[depth] >= (depth + 1 == request.iteration.size() ? mostInnermost : mostAround))
      return false;
  return true;
}

/// Loads and copies, stores, or atomics.
int directionOf(oracle::Kind kind) { return kind == oracle::Kind::Copy ? int(oracle::Kind::Load) : int(kind); }

/// One block of the launch, access by access, and which of them share sectors.
class BlockCount {
public:
  BlockCount(const oracle::Result &truth, const RandomKernel &kernel)
      : truth(truth), dominators(*kernel.function), loops(dominators) {
    const auto &[x, y, z] = kernel.launch.grid;
    for (const oracle::Request &request : truth.requests)
      if (isLookedAt(request, {x / 2, y / 2, z / 2})) {
        Own &access = accesses[request.instruction];
        SectorBytes bytes;
        addBytes(request, bytes);
        ++access.requests;
        access.sectors += bytes.size();
        for (const auto &[sector, mask] : bytes)
          access.bytes[sector] |= mask;
      }
  }

  const Own &of(const oracle::SiteResult &site) { return accesses[site.instruction]; }

  bool isInKernel(const oracle::SiteResult &site) const {
    return site.instruction->getFunction() == dominators.getRoot()->getParent();
  }

  /// Bytes that the access and others of its direction and its loops touch, of the sectors of the access; and the lines
  /// of these others.
  std::pair<std::uint64_t, std::set<unsigned>> sharedBy(const oracle::SiteResult &site) {
    SectorBytes all = of(site).bytes;
    std::set<unsigned> siblings;
    for (const oracle::SiteResult &other : truth.sites)
      if (other.instruction != site.instruction && directionOf(other.kind) == directionOf(site.kind) &&
          loopOf(other) == loopOf(site))
        for (const auto &[sector, mask] : of(other).bytes)
          if (const auto mine = all.find(sector); mine != all.end()) {
            mine->second |= mask;
            siblings.insert(other.line);
          }
    return {bitsOf(all), siblings};
  }

  static std::uint64_t bitsOf(const SectorBytes &bytes) {
    std::uint64_t bits = 0;
    for (const auto &[sector, mask] : bytes)
      bits += static_cast<std::uint64_t>(std::popcount(mask));
    return bits;
  }

private:
  const llvm::Loop *loopOf(const oracle::SiteResult &site) const {
    return loops.getLoopFor(site.instruction->getParent());
  }

  const oracle::Result &truth;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  std::map<const llvm::Instruction *, Own> accesses;
};

} // namespace

void compareNeighbours(const LaunchReport &claimed, const oracle::Result &truth, const RandomKernel &kernel,
                       KernelResult &result) {
  BlockCount block(truth, kernel);
  const auto isUnheard = [](const AccessReport &access) { // and so missing in what is shared
    return isGlobal(access.site) && access.neighbours.distinctSectors == 0 &&
           access.neighbours.obstacle != "not executed in the block that was looked at";
  };
  const bool isWhole = std::ranges::none_of(claimed.accesses, isUnheard) &&
                       std::ranges::all_of(truth.sites, [&](const auto &site) { return block.isInKernel(site); });
  for (const AccessReport &access : claimed.accesses) {
    const Neighbours &n = access.neighbours;
    const oracle::SiteResult *site = truth.onLine(access.site.place.line);
    if (!site || !isGlobal(access.site) || isUnheard(access) || n.isStandIn || !access.calls.empty() ||
        site->alignment < site->bytesPerLane)
      continue;
    ++result.neighbours;
    const Own &own = block.of(*site);
    Differences differences;
    differences.equal("neighbours: requests", double(n.requests), double(own.requests));
    differences.equal("neighbours: sectors", double(n.sectors), double(own.sectors));
    differences.equal("neighbours: distinct sectors", double(n.distinctSectors), double(own.bytes.size()));
    if (n.obstacle.empty() && !own.bytes.empty()) {
      const auto distinct = double(own.bytes.size());
      differences.equal("neighbours: own bytes", n.ownBytes, double(BlockCount::bitsOf(own.bytes)) / distinct);
      if (isWhole) {
        const auto [bytes, lines] = block.sharedBy(*site);
        differences.equal("neighbours: all bytes", n.allBytes, double(bytes) / distinct);
        std::set<unsigned> siblings;
        for (const std::size_t sibling : n.siblings)
          siblings.insert(claimed.accesses[sibling].site.place.line);
        if (siblings != lines)
          differences.add(
              fmt::format("neighbours: siblings, {} but the oracle sees {}", siblings.size(), lines.size()));
      }
    }
    if (!differences.text.empty())
      result.accesses.push_back({Verdict::Wrong, site->line, differences.text, false});
  }
}

} // namespace sectorscope::fuzz
