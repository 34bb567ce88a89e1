// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses of a launch that start on a boundary, found by formula: one question per access instead of one per
/// pair.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_ALIGNEDACCESSES_H
#define SECTORSCOPE_ANALYSIS_MODEL_ALIGNEDACCESSES_H

#include "model/FormatExpr.h"
#include "sectorscope/Report.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sectorscope {

/// Half a sector per request: less is a boundary effect of single warps.
constexpr double kSmallestMisalignedWaste = 0.5;

class AlignedAccesses {
public:
  /// Refers to both for as long as it lives; reads the formulas when first asked.
  AlignedAccesses(const KernelReport &kernel, const LaunchReport &launch) : kernel(kernel), launch(launch) {}

  /// Another access of the same kind, `formula` but for at most `distance` bytes: the first in source order.
  const AccessReport *near(const AccessReport &access, const Formula &formula, std::int64_t distance);

private:
  using Family = std::pair<AccessKind, std::string>; ///< of one kind and the same terms
  static Family familyOf(AccessKind kind, const Formula &formula);
  void read();

  const KernelReport &kernel;
  const LaunchReport &launch;
  bool isRead = false;
  /// By constant; the first two of equal ones, since one may be the access that asks.
  std::map<Family, std::map<std::int64_t, std::vector<std::size_t>>> families;
};

} // namespace sectorscope

#endif
