// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WalkedFootprint.h"

#include "model/SpreadSum.h"

#include <vector>

namespace sectorscope {

std::optional<Footprint> walkedFootprint(LaunchWalk &walk, const AccessSite &site, const Footprint &before,
                                         const Dim3 &grid, const TargetModel &target, std::size_t &budget) {
  const bool isPlain = (site.kind == AccessKind::Load || site.kind == AccessKind::Store) && !site.moves && !site.into;
  if (!isPlain || !isGlobal(site) || countOf(grid) * walk.warpsPerBlock() > budget)
    return std::nullopt;
  const RequestShape shape{.space = site.space, .kind = site.kind, .bytes = site.bytesPerLane};
  SpreadSum lanes, sectors, ideal, lines, bytes, covered, partial;
  bool uniform = site.kind == AccessKind::Load;
  const bool isDone = forBlocks(grid, [&](const Dim3 &block) {
    return walk.visit(block, budget, [&](const WalkedRequest &request) {
      const RequestCount c = countRequest(*request.addresses, request.mask, shape, target);
      lanes.add(c.activeLanes);
      sectors.add(c.sectors);
      ideal.add(c.idealSectors);
      lines.add(c.lines);
      bytes.add(c.distinctBytes);
      covered.add(c.sectors ? static_cast<double>(c.distinctBytes) / c.sectors : 0);
      partial.add(c.partialSectors);
      uniform &= c.distinctBytes == site.bytesPerLane;
    });
  });
  if (!isDone)
    return std::nullopt;
  Footprint f = before;
  f.certainty = Certainty::Exact;
  f.doubt = Doubt::None;
  f.reason.clear();
  f.hangsOnData = false;
  f.hint.reset();
  std::erase(f.assumes, "tail"); // nothing is left to be assumed of the size
  f.requests = lanes.count();
  f.activeLanes = lanes.result();
  f.sectors = sectors.result();
  f.idealSectors = ideal.result();
  f.lines = lines.result();
  f.distinctBytes = bytes.result();
  if (site.kind == AccessKind::Store) {
    f.bytesCoveredPerSector = covered.result();
    f.partialSectors = partial.result();
  }
  f.wavefronts = f.idealWavefronts = f.distinctAddresses = {}; // a mean that was not known before is not kept
  f.uniform = uniform && lanes.count() > 0;
  f.sectorsIfAligned = f.sectors.mean;
  return f;
}

} // namespace sectorscope
