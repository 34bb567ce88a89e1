// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A hash of the slices, where the pairs of lines that share one yield it.

#include "Derivations.h"
#include "SliceFit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace sectorscope::check {

namespace {

/// A hash that fits less is not one: a mistake in telling pairs apart costs less than this.
constexpr double kEnough = 0.95;
constexpr unsigned kLineBits = 7; // of 128 bytes

std::string bitsOf(std::uint64_t mask) {
  std::string text;
  for (unsigned bit = 0; bit != 64; ++bit)
    if (mask >> bit & 1)
      text += fmt::format("{}{}", text.empty() ? "" : "+", bit + kLineBits);
  return text;
}

} // namespace

void deriveSliceHash(ProfileDraft &draft) {
  SliceMates mates;
  unsigned lines = 0;
  for (const RawRow *row : draft.raw.of("slice_mates", "lines")) {
    lines = static_cast<unsigned>(row->number("lines"));
    const auto line = static_cast<unsigned>(row->number("line"));
    auto &own = mates[line];
    own.insert(line); // it is not listed
    for (const double mate : row->samples)
      if (mate >= 0) // -1: alone on its slice
        own.insert(static_cast<unsigned>(mate));
  }
  if (mates.empty())
    return; // measured on request
  if (!std::has_single_bit(lines))
    throw std::runtime_error(fmt::format("experiment 'slice_mates' has {} lines, no power of two", lines));
  const SliceFit fit = fitSlices(mates, lines);
  std::string masks;
  for (const std::uint64_t mask : fit.masks)
    masks += (masks.empty() ? "" : " ") + bitsOf(mask);
  draft.profile.measured.push_back({"slicePairs",
                                    {"observed", "explainedByXor", "share", "masks"},
                                    {{double(fit.observed), double(fit.explained), rounded(fit.share(), 3), masks}}});
  if (fit.share() < kEnough) {
    draft.unmeasured("sliceHash", fmt::format("slice_mates: parities of address bits explain {} of {} pairs of lines",
                                              fit.explained, fit.observed));
    return;
  }
  SliceHash hash;
  for (const std::uint64_t mask : fit.masks)
    hash.masks.push_back(mask << kLineBits);
  hash.lowestBit = kLineBits;
  hash.highestBit = kLineBits + static_cast<unsigned>(std::countr_zero(lines)) - 1;
  hash.slicesPerGroup = std::max(1U, draft.profile.target.l2Slices.value_or(0) >> fit.masks.size());
  draft.profile.target.sliceHash = hash;
  draft.measured("sliceHash", "slice_mates: pairs of lines of which the busiest slice has twice the sectors");
}

} // namespace sectorscope::check
