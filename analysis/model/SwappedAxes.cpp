// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SwappedAxes.h"

#include "model/Reached.h"
#include "model/Rules.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sectorscope {
namespace {

/// The axes of threadIdx that the addresses of the launch hang on.
std::array<bool, 3> axesOf(const ExprGraph &graph, const LaunchReport &launch) {
  std::array<bool, 3> axes{};
  std::vector<ExprId> addresses;
  for (const AccessReport &access : launch.accesses)
    addresses.push_back(access.site.address);
  forEachReached(graph, std::move(addresses), [&](const Expr &e) {
    if (e.op == Op::Tid)
      axes[e.payload] = true;
  });
  return axes;
}

/// Blocks for the same range of indices, when what ran along x now runs along y and the block stays as it is.
Dim3 gridFor(const Dim3 &grid, const Dim3 &block) {
  const auto blocks = [](std::uint64_t threads, unsigned perBlock) {
    return static_cast<unsigned>(std::min<std::uint64_t>((threads + perBlock - 1) / perBlock, largestGrid[0]));
  };
  return {blocks(std::uint64_t{grid[1]} * block[1], block[0]), blocks(std::uint64_t{grid[0]} * block[0], block[1]),
          grid[2]};
}

} // namespace

const std::optional<AxisSwap> &SwappedAxes::swap() {
  if (!isTried)
    known = tried();
  isTried = true;
  return known;
}

std::optional<AxisSwap> SwappedAxes::tried() const {
  const std::optional<Dim3> &block = launch.shape.block;
  if (!block || (*block)[0] == 1 || (*block)[1] == 1)
    return std::nullopt;
  const auto axes = axesOf(kernel.graph, launch);
  if (!axes[0] || !axes[1])
    return std::nullopt;

  const ExprGraph graph = kernel.graph.withAxesSwapped(0, 1);
  LaunchShape shape = launch.shape;
  if (shape.grid)
    shape.grid = gridFor(*shape.grid, *block);
  SampleBlock before(kernel.graph, kernel.loops, launch.shape, target), after(graph, kernel.loops, shape, target);
  AxisSwap swap{.isStandIn = before.isStandIn()};
  for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
    const AccessSite &site = launch.accesses[i].site;
    if (!isGlobal(site) && site.space != AddressSpace::Shared)
      continue;
    const auto now = before.count(site), then = after.count(site);
    if (!now || !then || (now->requests == 0) != (then->requests == 0))
      return std::nullopt;
    if (now->requests == 0)
      continue;
    if (isWasteful(then->perRequest(), then->idealPerRequest()) && then->perRequest() > now->perRequest())
      return std::nullopt;
    if (!isGlobal(site))
      continue;
    swap.of[i] = {*now, *then};
    swap.before += now->perRequest();
    swap.after += then->perRequest();
  }
  return swap;
}

} // namespace sectorscope
