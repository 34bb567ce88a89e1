// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How much of what a launch moves its accesses do not need.

#ifndef SECTORSCOPE_MODEL_LAUNCHWASTE_H
#define SECTORSCOPE_MODEL_LAUNCHWASTE_H

#include "sectorscope/Report.h"

#include <vector>

namespace sectorscope {

/// Global memory only.
///
/// Worked example: two accesses of 100 requests each, one of 32 sectors (ideal 4), one of 4: sectors 3,600, wasted
/// 2,800 by the first.
struct LaunchWaste {
  bool isWhole = true;          ///< of the launch; else of one block, as far as its accesses can be followed
  std::vector<double> requests; ///< by access; 0 where nothing is known
  std::vector<double> wasted;   ///< by access: sectors beyond the ideal
  double sectors = 0;           ///< of all accesses
};

LaunchWaste wasteOf(const LaunchReport &launch);

/// What the accesses of a launch to global memory move, and the fewest sectors that would do, request by request: where
/// only bounds are known, the upper ends of both.
struct LaunchExcess {
  double sectors = 0, idealSectors = 0;
  bool isWhole = true; ///< of the launch; else of one block
  /// 4.5 where 4.5 times the ideal is moved; 1 where nothing is.
  double ratio() const { return idealSectors > 0 ? sectors / idealSectors : 1; }
};
LaunchExcess excessOf(const LaunchReport &launch);

} // namespace sectorscope

#endif
