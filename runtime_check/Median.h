// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The median of times and clocks.

#ifndef SECTORSCOPE_RUNTIME_CHECK_MEDIAN_H
#define SECTORSCOPE_RUNTIME_CHECK_MEDIAN_H

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace sectorscope::check {

/// One of the values that were measured: of an even number, the upper of the two in the middle. Empty if there are
/// none.
///
/// Worked example: {5, 1, 4, 2} gives 4.
template <typename Value> std::optional<Value> medianOf(std::vector<Value> values) {
  if (values.empty())
    return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

} // namespace sectorscope::check

#endif
