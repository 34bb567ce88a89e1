// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/L2Timeline.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sectorscope {
namespace {

constexpr std::uint32_t kWhole = ~0U; // a sector of 32 bytes

/// From 0 to `most` where the L2 is full.
Curve stepAt(const std::optional<std::uint64_t> &bytes, double most) {
  const double full = static_cast<double>(bytes.value_or(UINT64_MAX));
  return {{{full, 0}, {full * 1.0001, most}}};
}

/// Nothing happens to a sector while nothing else is touched.
Curve fromZero(Curve curve) {
  if (!curve.points.empty() && curve.points.front().first > 0)
    curve.points.insert(curve.points.begin(), {0, 0});
  return curve;
}

} // namespace

L2Timeline::L2Timeline(const TargetModel &target)
    : forgets(fromZero(target.l2ForgetsReads.value_or(stepAt(target.l2Bytes, 1)))),
      fillsHalves(fromZero(target.l2FillsHalves.value_or(stepAt(target.l2Bytes, 2)))),
      sectorsOfGranule(target.sectorsOfDemand()), sectorsPerAtomic(target.sectorsPerColdAtomic.value_or(1)),
      fillsPartialWrites(target.fillsPartialWrites.value_or(false)), sectorsOfLine(target.sectorsOfLine()) {}

/// Blocks are gone through one after the other although they run side by side. What another one touches later it
/// touches, or has touched, about now: they do the same at the same time.
std::optional<double> L2Timeline::touch(std::uint64_t sector, double time) {
  Moments &moments = lines[sector / sectorsOfLine];
  State &state = states[sector];
  const auto now = static_cast<float>(time);
  if (now < moments.last)
    return 0;
  if (now != moments.last) {
    moments.before = moments.last;
    moments.last = now;
    if (moments.before >= 0 && now - moments.before >= moments.longest) {
      moments.longest = now - moments.before;
      moments.longestEnd = now;
    }
  }
  const float touched = std::exchange(state.time, now);
  if (moments.before < 0)
    return std::nullopt;
  // What its line outlived for the sake of other sectors, it may not have: the longest time counts.
  const float elapsed = now - moments.before;
  return state.valid != 0 && moments.longestEnd > touched ? std::max(elapsed, moments.longest) : elapsed;
}

/// The granule is fetched with this likelihood; what of it is there all the same stays.
void L2Timeline::fetch(std::uint64_t sector, double share) {
  const std::uint64_t first = sector & ~(sectorsOfGranule - 1);
  for (std::uint64_t other = first; other < first + sectorsOfGranule; ++other) {
    State &state = states[other];
    demanded += share;
    state.time = states[sector].time;
    state.valid = kWhole;
    state.partial = 0;
  }
}

void L2Timeline::read(std::uint64_t sector, std::uint32_t bytes, double time) {
  const std::optional<double> elapsed = touch(sector, time);
  State &state = states[sector];
  if (state.valid == 0)
    return fetch(sector, 1);
  if (state.partial > 0 && (state.valid & bytes) != bytes) { // its other bytes are fetched at once
    filled += state.partial;
    state.partial = 0;
  }
  if (const double gone = elapsed ? forgets.at(*elapsed) : 0; gone > 0)
    fetch(sector, gone);
}

void L2Timeline::write(std::uint64_t sector, std::uint32_t bytes, double time) {
  const double fills = fillsHalves.at(touch(sector, time).value_or(0));
  State &state = states[sector];
  if (state.valid == 0) {
    ++written;
    state = {.time = state.time, .partial = bytes == kWhole ? 0.0F : 1.0F, .valid = bytes, .isDirty = 1};
    return;
  }
  const double writtenBack = std::min(1.0, fills), gone = std::max(0.0, fills - 1);
  if (state.isDirty)
    written += writtenBack;
  // The curve tells sectors apart, not moments: what outlived an interval outlives the next of the same length.
  const double still = std::min<double>(state.partial, 1 - writtenBack);
  if (fillsPartialWrites && state.isDirty)
    filled += state.partial - still;
  // Written back it is whole, and gone it is what is written now; else both parts are there.
  const std::uint32_t joined = state.valid | bytes;
  const double fresh = bytes == kWhole ? 0 : gone;
  state.partial = static_cast<float>(std::min(1.0, (joined == kWhole ? 0 : still) + fresh));
  state.valid = gone > 0 && joined == kWhole ? bytes : joined;
  state.isDirty = 1;
}

void L2Timeline::update(std::uint64_t sector, double time) {
  const std::optional<double> elapsed = touch(sector, time);
  const State before = states[sector];
  const double lost = elapsed ? forgets.at(*elapsed) : 0;
  const double gone = before.valid == 0 ? 1 : lost;
  // Where the neighbour was fetched a moment ago, the rest of what the two of them cost.
  double cost = sectorsPerAtomic;
  const std::uint64_t first = sector & ~(sectorsOfGranule - 1);
  for (std::uint64_t other = first; other < first + sectorsOfGranule; ++other)
    if (other != sector && states[other].isDirty)
      cost -= 2 * (sectorsPerAtomic - 1) * (1 - lost);
  filled += gone * cost + (1 - gone) * before.partial;
  written += before.isDirty ? gone : 1;
  states[sector] = {.time = before.time, .partial = 0, .valid = kWhole, .isDirty = 1};
}

void L2Timeline::finish(double time) {
  states.forEach([&](std::uint64_t sector, const State &state) {
    if (!state.isDirty)
      return;
    const double elapsed = std::abs(time - static_cast<double>(lines.at(sector / sectorsOfLine).last));
    const double writtenBack = std::min(1.0, fillsHalves.at(elapsed));
    written -= 1 - writtenBack;
    if (fillsPartialWrites)
      filled += state.partial - std::min<double>(state.partial, 1 - writtenBack);
  });
}

} // namespace sectorscope
