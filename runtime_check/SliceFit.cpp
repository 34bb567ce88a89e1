// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Linear algebra over single bits.

#include "SliceFit.h"

#include <algorithm>
#include <bit>

namespace sectorscope::check {

namespace {

/// Vectors of a space of bits that span it, each with a highest bit of its own.
class Basis {
public:
  void add(std::uint64_t vector) {
    for (const std::uint64_t one : vectors)
      vector = std::min(vector, vector ^ one);
    if (vector)
      vectors.push_back(vector);
    std::ranges::sort(vectors, std::greater<>());
  }
  const std::vector<std::uint64_t> &get() const { return vectors; }

private:
  std::vector<std::uint64_t> vectors;
};

bool isEven(std::uint64_t bits) { return std::popcount(bits) % 2 == 0; }

} // namespace

SliceFit fitSlices(const SliceMates &mates, unsigned lines) {
  SliceFit fit;
  if (mates.empty())
    return fit;
  const auto &[first, itsMates] = *mates.begin();
  for (const auto &[line, others] : mates) {
    if (others.contains(first))
      continue; // the same slice: nothing new
    for (const unsigned other : others) {
      if (other == line)
        continue;
      ++fit.observed;
      fit.explained += itsMates.contains(other ^ line ^ first);
    }
  }
  // Parities that are the same for all mates of a line.
  Basis differences;
  for (const unsigned mate : itsMates)
    differences.add(mate ^ first);
  Basis masks;
  for (std::uint64_t mask = 1; mask < lines; ++mask)
    if (std::ranges::all_of(differences.get(), [&](std::uint64_t difference) { return isEven(mask & difference); }))
      masks.add(mask);
  fit.masks = masks.get();
  std::ranges::sort(fit.masks);
  return fit;
}

} // namespace sectorscope::check
