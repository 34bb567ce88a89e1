// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LaunchShape: block, grid and scalar arguments of a launch, and where that knowledge came from.

#ifndef SECTORSCOPE_LAUNCHSHAPE_H
#define SECTORSCOPE_LAUNCHSHAPE_H

#include "sectorscope/LaneExpr.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

using Dim3 = std::array<unsigned, 3>;

/// Threads of a block, blocks of a grid.
constexpr std::uint64_t countOf(const Dim3 &shape) { return std::uint64_t{shape[0]} * shape[1] * shape[2]; }

/// What every part allows along each axis, and of threads in a block.
constexpr Dim3 largestBlock{1024, 1024, 64}, largestGrid{2147483647, 65535, 65535};
constexpr unsigned mostThreads = 1024;

/// What is wrong with a shape within `largest` on every part: "has an axis of 0". Empty if it can be launched.
inline std::string shapeProblem(const Dim3 &shape, const Dim3 &largest) {
  for (const unsigned axis : shape)
    if (axis == 0)
      return "has an axis of 0";
  const bool isBlock = largest == largestBlock;
  // The first product is looked at before the second is taken: it fits in 64 bits.
  const std::uint64_t plane = std::uint64_t{shape[0]} * shape[1];
  if (isBlock && (plane > mostThreads || plane * shape[2] > mostThreads))
    return "is more threads than a block can have; at most " + std::to_string(mostThreads) + " in all";
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (shape[axis] > largest[axis])
      return std::string("is beyond what a ") + (isBlock ? "block" : "grid") + " can have; at most " +
             std::to_string(largest[axis]) + " along " + "xyz"[axis];
  return "";
}

/// Where the launch shape was learnt, in falling order of precedence.
enum class LaunchOrigin : std::uint8_t { Option, Observed, Attribute, HostCode, Assumed };

/// "option", "observed", "attribute", "host-code", "assumed" as the JSON report spells them.
const char *toString(LaunchOrigin origin);

/// What is observed of a pointer is its address modulo this many bytes: more than any part moves at a time, and what
/// the runtime's allocators promise. The address itself differs from run to run.
constexpr std::uint64_t pointerPeriod = 256;

/// One launch of one kernel.
struct LaunchShape {
  LaunchOrigin origin = LaunchOrigin::Assumed;
  SourcePlace place;         ///< of the launch; line 0 if assumed
  std::optional<Dim3> block; ///< empty: every one-dimensional block of whole warps (--block any)
  std::optional<Dim3> grid;
  std::map<std::string, std::int64_t> arguments;  ///< scalar parameters by name
  std::map<std::string, std::uint64_t> multiples; ///< scalar parameters that are a multiple of a number
  /// Addresses by name that a run passed, modulo pointerPeriod; none of them null. Instead of
  /// AuditOptions::pointerAlignment.
  std::map<std::string, std::uint64_t> pointers;
  std::uint64_t times = 0;           ///< launches of a run that were alike; 0: of no run
  std::vector<std::uint64_t> orders; ///< of the entries of the run's list that it stands for: their places in the run
};

} // namespace sectorscope

#endif
