// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What is wrong with a claim, in words.

#ifndef SECTORSCOPE_TEST_FUZZ_DIFFERENCES_H
#define SECTORSCOPE_TEST_FUZZ_DIFFERENCES_H

#include "Oracle.h"

#include "sectorscope/Footprint.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sectorscope::fuzz {

/// Worked example: equal("lines", 4, 5) appends "lines 4 but the oracle counts 5". Empty if nothing is wrong.
class Differences {
public:
  void equal(std::string_view what, const Spread &claimed, const oracle::Tally &counted, std::uint64_t requests) {
    Spread truth{double(counted.min), double(counted.sum) / double(requests), double(counted.max)};
    equal(what, claimed, truth);
  }
  void equal(std::string_view what, const Spread &claimed, const Spread &truth) {
    if (claimed.min != truth.min || claimed.max != truth.max || !isClose(claimed.mean, truth.mean))
      add(fmt::format("{} {}/{}/{} but the oracle counts {}/{}/{}", what, claimed.min, claimed.mean, claimed.max,
                      truth.min, truth.mean, truth.max));
  }
  /// What is not claimed is not wrong.
  template <typename Number> void equal(std::string_view what, const std::optional<Number> &claimed, double truth) {
    if (claimed && !isClose(static_cast<double>(*claimed), truth))
      add(fmt::format("{} {} but the oracle counts {}", what, *claimed, truth));
  }
  void equal(std::string_view what, double claimed, double truth) { equal(what, std::optional(claimed), truth); }
  /// Boundary warps may ask for less than is claimed, never for more.
  void notAbove(std::string_view what, const Spread &claimed, const oracle::Tally &counted) {
    if (!(double(counted.max) <= claimed.max))
      add(fmt::format("{} up to {} but the oracle counts up to {}", what, claimed.max, counted.max));
  }
  void within(std::string_view what, const Spread &claimed, const oracle::Tally &counted) {
    if (!(claimed.min <= double(counted.min)) || !(double(counted.max) <= claimed.max))
      add(fmt::format("{} within {}..{} but the oracle counts {}..{}", what, claimed.min, claimed.max, counted.min,
                      counted.max));
  }
  void add(const std::string &difference) { text += (text.empty() ? "" : "; ") + difference; }
  std::string text;

private:
  static bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }
};

} // namespace sectorscope::fuzz

#endif
