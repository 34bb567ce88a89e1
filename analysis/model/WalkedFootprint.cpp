// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WalkedFootprint.h"

#include <algorithm>
#include <array>

namespace sectorscope {
namespace {

struct Sum {
  Spread spread;
  double total = 0;
  std::uint64_t count = 0;
  void add(double value) {
    spread.min = count ? std::min(spread.min, value) : value;
    spread.max = std::max(spread.max, value);
    total += value;
    ++count;
  }
  Spread result() const {
    Spread s = spread;
    s.mean = count ? total / static_cast<double>(count) : 0;
    return s;
  }
};

} // namespace

std::optional<Footprint> walkedFootprint(LaunchWalk &walk, const AccessSite &site, const Footprint &before,
                                         const Dim3 &grid, const TargetModel &target, std::size_t &budget) {
  const bool isPlain = (site.kind == AccessKind::Load || site.kind == AccessKind::Store) && !site.moves && !site.into;
  if (!isPlain || !isGlobal(site) || std::uint64_t{grid[0]} * grid[1] * grid[2] * walk.warpsPerBlock() > budget)
    return std::nullopt;
  const RequestShape shape{.space = site.space, .kind = site.kind, .bytes = site.bytesPerLane};
  Sum lanes, sectors, ideal, lines, bytes, covered, partial;
  bool uniform = site.kind == AccessKind::Load;
  for (unsigned z = 0; z < grid[2]; ++z)
    for (unsigned y = 0; y < grid[1]; ++y)
      for (unsigned x = 0; x < grid[0]; ++x)
        if (!walk.visit({x, y, z}, budget, [&](const WalkedRequest &request) {
              const RequestCount c = countRequest(*request.addresses, request.mask, shape, target);
              lanes.add(c.activeLanes);
              sectors.add(c.sectors);
              ideal.add(c.idealSectors);
              lines.add(c.lines);
              bytes.add(c.distinctBytes);
              covered.add(c.sectors ? static_cast<double>(c.distinctBytes) / c.sectors : 0);
              partial.add(c.partialSectors);
              uniform &= c.distinctBytes == site.bytesPerLane;
            }))
          return std::nullopt;
  Footprint f = before;
  f.certainty = Certainty::Exact;
  f.doubt = Doubt::None;
  f.reason.clear();
  f.hangsOnData = false;
  f.hint.reset();
  std::erase(f.assumes, "tail"); // nothing is left to be assumed of the size
  f.requests = lanes.count;
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
  f.uniform = uniform && lanes.count > 0;
  f.sectorsIfAligned = f.sectors.mean;
  return f;
}

} // namespace sectorscope
