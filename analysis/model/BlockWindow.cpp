// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/BlockWindow.h"

#include <algorithm>
#include <array>

namespace sectorscope {

std::optional<BlocksInFlight> blocksInFlight(const LaunchShape &launch, const TargetModel &target) {
  if (!launch.block || !target.multiprocessors || !target.threadsPerMultiprocessor)
    return std::nullopt;
  const std::uint64_t warps = warpsOf(*launch.block);
  std::uint64_t resident = std::max<std::uint64_t>(1, *target.threadsPerMultiprocessor / (warps * target.warpSize));
  if (target.blocksPerMultiprocessor)
    resident = std::min<std::uint64_t>(resident, *target.blocksPerMultiprocessor);
  const std::uint64_t all = launch.grid ? countOf(*launch.grid) : UINT64_MAX;
  const std::uint64_t each = *target.multiprocessors;
  return BlocksInFlight{std::min(all, each), std::min(all, each * resident)};
}

Dim3 reassigned(const Dim3 &index, const Dim3 &grid, Construction::Order order) {
  if (order == Construction::Order::AsIs)
    return index;
  const std::uint64_t number = index[0] + std::uint64_t{grid[0]} * index[1];
  const std::uint64_t y = number % grid[1];
  const std::uint64_t x = number / grid[1] + (order == Construction::Order::Diagonal ? y : 0);
  return {static_cast<unsigned>(x % grid[0]), static_cast<unsigned>(y), index[2]};
}

std::uint32_t BlockWindow::activeLanes(const AccessSite &site) {
  std::uint32_t active = tape.live();
  const auto take = [&](ExprId predicate) {
    if (predicate && active && tape.obstacle(predicate).empty())
      active &= tape.maskOf(predicate);
  };
  for (const unsigned loop : site.loops) {
    take(loops[loop].entered);
    take(loops[loop].running);
  }
  take(site.guard);
  take(site.moves);
  return active;
}

std::uint64_t BlockWindow::moved(std::int64_t address, std::uint64_t block, const Construction &change) const {
  const auto at = static_cast<std::uint64_t>(address);
  std::uint64_t by = block * change.offsetBytes;
  // Objects begin in the middle of their span.
  const std::uint64_t offset = (at & ((std::uint64_t{1} << kObjectBits) - 1)) - (std::uint64_t{1} << (kObjectBits - 1));
  if (change.rowBytes)
    by += offset / change.rowBytes * change.padBytes;
  return at + by;
}

WeightedLines BlockWindow::lines(const AccessSite &site, std::uint64_t blocks, std::size_t effort,
                                 const Construction &change) {
  const Dim3 &grid = *launch.grid;
  const std::uint64_t warps = warpsOf(*launch.block);
  blocks = std::min({blocks, countOf(grid), std::max<std::uint64_t>(1, effort)});
  const std::uint64_t warpsEach = std::clamp<std::uint64_t>(effort / std::max<std::uint64_t>(1, blocks), 1, warps);
  for (const unsigned loop : site.loops)
    tape.setCounter(loop, 0);
  std::vector<std::uint64_t> asked;
  std::array<std::uint64_t, kLanes> ofRequest{};
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const Dim3 index{static_cast<unsigned>(block % grid[0]), static_cast<unsigned>(block / grid[0] % grid[1]),
                     static_cast<unsigned>(block / grid[0] / grid[1])};
    tape.setBlock(reassigned(index, grid, change.order));
    if (change.rotatedLoop)
      tape.setCounter(*change.rotatedLoop, static_cast<std::int64_t>(block % change.iterations));
    for (unsigned warp = 0; warp < warpsEach; ++warp) {
      tape.setWarp(warp);
      const std::uint32_t active = activeLanes(site);
      if (!active)
        continue;
      const LaneAddresses &addresses = tape.eval(site.address);
      std::size_t count = 0;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (active >> lane & 1)
          ofRequest[count++] = moved(addresses[lane], block, change) / target.lineBytes * target.lineBytes;
      std::sort(ofRequest.begin(), ofRequest.begin() + static_cast<std::ptrdiff_t>(count));
      const auto end = std::unique(ofRequest.begin(), ofRequest.begin() + static_cast<std::ptrdiff_t>(count));
      asked.insert(asked.end(), ofRequest.begin(), end);
    }
  }
  if (tape.failed())
    return {};
  std::ranges::sort(asked);
  WeightedLines lines;
  for (const std::uint64_t line : asked)
    if (!lines.empty() && lines.back().first == line)
      ++lines.back().second;
    else
      lines.emplace_back(line, 1);
  return lines;
}

} // namespace sectorscope
