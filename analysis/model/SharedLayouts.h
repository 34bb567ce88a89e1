// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Other ways to lay out a shared array, tried on every access to it.

#ifndef SECTORSCOPE_MODEL_SHAREDLAYOUTS_H
#define SECTORSCOPE_MODEL_SHAREDLAYOUTS_H

#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// A change of the layout: rows of `rowBytes` get `padBytes` more, or, where these are 0, the column of each element
/// is xor-ed with its row, in units of `unitBytes`.
struct SharedLayout {
  std::uint64_t rowBytes = 0, padBytes = 0, unitBytes = 0;
};

/// A layout with which an array has fewer bank conflicts, and what it does.
struct BetterLayout {
  SharedLayout layout;
  double before = 0, after = 0;     ///< wavefronts per request, summed over the accesses to the array
  std::map<std::string, double> of; ///< wavefronts per request by id of the access
};

/// The layouts of the shared arrays of one launch.
///
/// Worked example: float tile[32][32], written by rows (1 wavefront) and read by columns (32). Rows of 132 bytes
/// instead of 128 make both 1: {rowBytes 128, padBytes 4}, before 33, after 2.
class SharedLayouts {
public:
  /// Refers to all three for as long as it lives.
  SharedLayouts(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target)
      : kernel(kernel), launch(launch), target(target) {}

  /// The layout with the fewest wavefronts for the array that `access` uses, if one beats the present layout; padding
  /// goes before a swizzle that does no better. Every number is evaluated over all warps, as the report's are.
  const std::optional<BetterLayout> &betterFor(const AccessReport &access);

private:
  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  std::map<std::string, std::optional<BetterLayout>> known; ///< by array
};

} // namespace sectorscope

#endif
