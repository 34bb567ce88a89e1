// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a launch would move if threadIdx.x and threadIdx.y changed roles.

#ifndef SECTORSCOPE_MODEL_SWAPPEDAXES_H
#define SECTORSCOPE_MODEL_SWAPPEDAXES_H

#include "model/SampleBlock.h"
#include "sectorscope/Report.h"

#include <map>
#include <optional>

namespace sectorscope {

/// Sectors of the accesses to global memory, before and after.
struct AxisSwap {
  struct Change {
    BlockCount before, after;
  };
  std::map<std::size_t, Change> of; ///< by number of the access
  double before = 0, after = 0;     ///< per request, summed over them
  bool isStandIn = false;           ///< grid or arguments were not known
};

/// The swap of x and y in one launch, looked at when first asked.
///
/// Worked example: C = A * B by rows with threadIdx.x as the row: per request 32 sectors of A, 1 of B, 32 of C. With
/// the roles swapped: 1, 4 and 4. Before 65, after 9.
class SwappedAxes {
public:
  /// Refers to all three for as long as it lives.
  SwappedAxes(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target)
      : kernel(kernel), launch(launch), target(target) {}

  /// Empty where the kernel does not use both axes, where an access cannot be followed, and where the swap makes one
  /// wasteful: in a transpose it moves the problem from the store to the load.
  const std::optional<AxisSwap> &swap();

private:
  std::optional<AxisSwap> tried() const;

  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  bool isTried = false;
  std::optional<AxisSwap> known;
};

} // namespace sectorscope

#endif
