// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Smallest, mean and largest of numbers that come one by one.

#ifndef SECTORSCOPE_MODEL_SPREADSUM_H
#define SECTORSCOPE_MODEL_SPREADSUM_H

#include "sectorscope/Footprint.h"

#include <algorithm>
#include <cstdint>

namespace sectorscope {

/// Worked example: add(4), add(8): count() == 2, result() == {4, 6, 8}. Nothing added: all zero.
class SpreadSum {
public:
  void add(double value) {
    least = number ? std::min(least, value) : value;
    most = std::max(most, value);
    sum += value;
    ++number;
  }
  std::uint64_t count() const { return number; }
  Spread result() const { return {least, number ? sum / static_cast<double>(number) : 0, most}; }

private:
  double least = 0, most = 0, sum = 0;
  std::uint64_t number = 0;
};

} // namespace sectorscope

#endif
