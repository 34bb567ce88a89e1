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

namespace sectorscope {

using Dim3 = std::array<unsigned, 3>;

/// Where the launch shape was learnt, in falling order of precedence.
enum class LaunchOrigin : std::uint8_t { Option, Attribute, HostCode, Assumed };

/// "option", "attribute", "host-code", "assumed" as the JSON report spells them.
const char *toString(LaunchOrigin origin);

/// One launch of one kernel.
struct LaunchShape {
  LaunchOrigin origin = LaunchOrigin::Assumed;
  SourcePlace place;         ///< of the launch; line 0 if assumed
  std::optional<Dim3> block; ///< empty: every one-dimensional block of whole warps (--block any)
  std::optional<Dim3> grid;
  std::map<std::string, std::int64_t> arguments;  ///< scalar parameters by name
  std::map<std::string, std::uint64_t> multiples; ///< scalar parameters that are a multiple of a number
};

} // namespace sectorscope

#endif
