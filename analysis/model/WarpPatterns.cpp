// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WarpPatterns.h"

namespace sectorscope {
namespace {

std::uint32_t warpSymbol(SymbolTable &symbols, unsigned axis, std::int64_t count, bool open) {
  static const char *const names[] = {"warp along x", "warp along y", "warp along z"};
  Symbol s{.kind = SymbolKind::Warp, .axis = axis, .name = names[axis]};
  s.initial = {.lo = 0, .hi = count - 1, .softHi = open};
  return symbols.get(SymbolKind::Warp, axis, s);
}

/// One warp by its number.
WarpPattern singleWarp(const Dim3 &block, std::uint64_t warp) {
  const std::uint64_t threads = countOf(block);
  WarpPattern p;
  p.live = 0;
  p.warpIdBase = static_cast<std::int64_t>(warp);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t thread = warp * kLanes + lane;
    p.live |= static_cast<std::uint32_t>(thread < threads) << lane;
    p.tid[0].lanes[lane] = static_cast<std::int64_t>(thread % block[0]);
    p.tid[1].lanes[lane] = static_cast<std::int64_t>(thread / block[0] % block[1]);
    p.tid[2].lanes[lane] = static_cast<std::int64_t>(thread / block[0] / block[1]);
  }
  return p;
}

} // namespace

std::vector<WarpPattern> warpPatterns(const std::optional<Dim3> &shape, SymbolTable &symbols) {
  if (!shape) {
    WarpPattern p = singleWarp({kLanes, 1, 1}, 0);
    const std::uint32_t x = warpSymbol(symbols, 0, kLanes, true);
    p.tid[0].term = {x, kLanes};
    p.warpId = {{x, 1}};
    return {p};
  }
  const Dim3 &block = *shape;
  const std::uint64_t threads = countOf(block);
  const std::uint64_t whole = threads / kLanes;
  std::vector<WarpPattern> patterns;

  // The pattern repeats along the axis `outer` if the threads below it fill warps or fill them a whole number of times.
  const auto repeating = [&](unsigned outer, std::uint64_t inner) {
    // `inner` threads make one step of axis `outer`.
    WarpPattern p = singleWarp(block, 0);
    const std::int64_t stepsPerWarp = inner >= kLanes ? 1 : static_cast<std::int64_t>(kLanes / inner);
    const std::int64_t warpsPerStep = inner >= kLanes ? static_cast<std::int64_t>(inner / kLanes) : 1;
    std::int64_t perWarp = warpsPerStep;
    for (unsigned axis = outer; axis < 3; ++axis) {
      const std::int64_t extent = axis == outer ? block[axis] / stepsPerWarp : block[axis];
      if (extent > 1) {
        const std::uint32_t symbol = warpSymbol(symbols, axis, extent, false);
        p.tid[axis].term = {symbol, axis == outer ? stepsPerWarp : 1};
        p.warpId.emplace_back(symbol, perWarp);
      }
      perWarp *= extent;
    }
    return p;
  };
  if (block[0] % kLanes == 0) {
    WarpPattern p = repeating(1, block[0]);
    if (block[0] > kLanes) {
      const std::uint32_t x = warpSymbol(symbols, 0, block[0] / kLanes, false);
      p.tid[0].term = {x, kLanes};
      p.warpId.emplace_back(x, 1);
    }
    return {p};
  }
  const std::uint64_t row = block[0], plane = std::uint64_t{block[0]} * block[1];
  if (kLanes % row == 0 && plane % kLanes == 0)
    return {repeating(1, row)};
  if (kLanes % plane == 0 && threads % kLanes == 0)
    return {repeating(2, plane)};
  if (block[1] == 1 && block[2] == 1) {
    if (whole > 0) {
      WarpPattern p = singleWarp({kLanes, 1, 1}, 0);
      const std::uint32_t x = warpSymbol(symbols, 0, static_cast<std::int64_t>(whole), false);
      p.tid[0].term = {x, kLanes};
      p.warpId = {{x, 1}};
      patterns.push_back(p);
    }
    patterns.push_back(singleWarp(block, whole));
    return patterns;
  }
  for (std::uint64_t warp = 0; warp * kLanes < threads; ++warp)
    patterns.push_back(singleWarp(block, warp));
  return patterns;
}

} // namespace sectorscope
