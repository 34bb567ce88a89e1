// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/L2Timeline.h"

#include <algorithm>
#include <cmath>

namespace sectorscope {
namespace {

constexpr std::uint32_t kWhole = ~0U; // a sector of 32 bytes

/// From 0 to `most` where the L2 is full.
Curve stepAt(const std::optional<std::uint64_t> &bytes, double most) {
  const double full = static_cast<double>(bytes.value_or(UINT64_MAX));
  return {{{full, 0}, {full * 1.0001, most}}};
}

} // namespace

L2Timeline::L2Timeline(const TargetModel &target)
    : forgets(target.l2ForgetsReads.value_or(stepAt(target.l2Bytes, 1))),
      fillsHalves(target.l2FillsHalves.value_or(stepAt(target.l2Bytes, 2))),
      sectorsOfGranule(std::max(1U, target.dramDemandGranuleBytes.value_or(target.sectorBytes) / target.sectorBytes)),
      sectorsPerAtomic(target.sectorsPerColdAtomic.value_or(1)),
      fillsPartialWrites(target.fillsPartialWrites.value_or(false)) {}

/// Bytes of other lines since the sector was touched. Blocks are gone through one after the other although they run
/// side by side: what one of them did later may come first.
double L2Timeline::elapsed(const State &state, double time) const { return std::abs(time - state.time); }

/// The granule is fetched with this likelihood; what of it is there all the same stays.
void L2Timeline::fetch(std::uint64_t sector, double share, double time) {
  const std::uint64_t first = sector & ~(sectorsOfGranule - 1);
  for (std::uint64_t other = first; other < first + sectorsOfGranule; ++other) {
    State &state = states[other];
    demanded += share;
    state.valid = kWhole;
    state.partial = 0;
    state.time = static_cast<float>(time);
  }
}

void L2Timeline::read(std::uint64_t sector, std::uint32_t bytes, double time) {
  State &state = states[sector];
  if (state.valid == 0)
    return fetch(sector, 1, time);
  const double gone = forgets.at(elapsed(state, time));
  if (state.partial > 0 && (state.valid & bytes) != bytes) { // its other bytes are fetched at once
    filled += state.partial;
    state.partial = 0;
  }
  state.time = static_cast<float>(time);
  if (gone > 0)
    fetch(sector, gone, time);
}

void L2Timeline::write(std::uint64_t sector, std::uint32_t bytes, double time) {
  State &state = states[sector];
  if (state.valid == 0) {
    ++written;
    state.valid = bytes;
    state.partial = bytes != kWhole;
  } else {
    const double fills = fillsHalves.at(elapsed(state, time));
    const double writtenBack = std::min(1.0, fills), gone = std::max(0.0, fills - 1);
    if (state.isDirty)
      written += writtenBack;
    if (fillsPartialWrites && state.isDirty)
      filled += state.partial * writtenBack;
    // Written back it is whole, and gone it is what is written now; else both parts are there.
    const std::uint32_t joined = state.valid | bytes;
    const bool isPartial = bytes != kWhole;
    const double kept = state.partial > 0 && joined != kWhole ? state.partial * (1 - writtenBack) : 0;
    state.partial = static_cast<float>(std::min(1.0, kept + (isPartial ? gone : 0)));
    state.valid = gone > 0 && joined == kWhole ? bytes : joined;
  }
  state.isDirty = 1;
  state.time = static_cast<float>(time);
}

void L2Timeline::update(std::uint64_t sector, double time) {
  const State before = states[sector];
  const double gone = before.valid == 0 ? 1 : forgets.at(elapsed(before, time));
  // Where the neighbour was fetched a moment ago, the rest of what the two of them cost.
  double cost = sectorsPerAtomic;
  const std::uint64_t first = sector & ~(sectorsOfGranule - 1);
  for (std::uint64_t other = first; other < first + sectorsOfGranule; ++other)
    if (const State &neighbour = states[other]; other != sector && neighbour.isDirty)
      cost -= 2 * (sectorsPerAtomic - 1) * (1 - forgets.at(elapsed(neighbour, time)));
  filled += gone * cost + (1 - gone) * before.partial;
  written += before.isDirty ? gone : 1;
  states[sector] = {.time = static_cast<float>(time), .partial = 0, .valid = kWhole, .isDirty = 1};
}

void L2Timeline::finish(double time) {
  states.forEach([&](std::uint64_t, const State &state) {
    if (!state.isDirty)
      return;
    const double writtenBack = std::min(1.0, fillsHalves.at(elapsed(state, time)));
    written -= 1 - writtenBack;
    if (fillsPartialWrites)
      filled += state.partial * writtenBack;
  });
}

} // namespace sectorscope
