// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/L2Timeline.h"

#include <algorithm>
#include <cmath>

namespace sectorscope {
namespace {

constexpr std::uint32_t kWhole = ~0U; // a sector of 32 bytes

} // namespace

L2Timeline::L2Timeline(const TargetModel &target)
    : capacity(static_cast<double>(target.l2Bytes.value_or(0))),
      sectorsOfGranule(std::max(1U, target.dramDemandGranuleBytes.value_or(target.sectorBytes) / target.sectorBytes)),
      fillsPartialWrites(target.fillsPartialWrites.value_or(false)) {}

void L2Timeline::evict(State &state) {
  if (state.isDirty) {
    ++written;
    filled += fillsPartialWrites && state.valid != kWhole;
  }
  state.valid = 0;
  state.isDirty = false;
}

L2Timeline::State &L2Timeline::touched(std::uint64_t sector, double time) {
  State &state = states[sector];
  if (state.valid && std::abs(time - state.time) > capacity)
    evict(state);
  state.time = static_cast<float>(time);
  return state;
}

void L2Timeline::read(std::uint64_t sector, std::uint32_t bytes, double time) {
  if ((touched(sector, time).valid & bytes) == bytes)
    return;
  const std::uint64_t first = sector & ~(sectorsOfGranule - 1);
  for (std::uint64_t other = first; other < first + sectorsOfGranule; ++other)
    if (State &state = touched(other, time); state.valid != kWhole) {
      ++demanded;
      state.valid = kWhole;
    }
}

void L2Timeline::write(std::uint64_t sector, std::uint32_t bytes, double time) {
  State &state = touched(sector, time);
  state.valid |= bytes;
  state.isDirty = true;
}

void L2Timeline::update(std::uint64_t sector, std::uint32_t bytes, double time) {
  State &state = touched(sector, time);
  if ((state.valid & bytes) != bytes) {
    ++filled;
    state.valid = kWhole;
  }
  state.isDirty = true;
}

void L2Timeline::finish() {
  states.forEach([&](std::uint64_t, const State &state) {
    State last = state;
    evict(last);
  });
}

} // namespace sectorscope
