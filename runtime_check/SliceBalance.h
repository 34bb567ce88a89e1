// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How evenly a launch used the slices of L2, beside lines that fall on them at random.

#ifndef SECTORSCOPE_RUNTIME_CHECK_SLICEBALANCE_H
#define SECTORSCOPE_RUNTIME_CHECK_SLICEBALANCE_H

#include "Prediction.h"
#include "Record.h"

#include <optional>
#include <string>

namespace sectorscope::check {

struct SliceBalance {
  double busiest = 0;                      ///< sectors of the busiest slice over the average of all
  std::optional<double> random, deviation; ///< the same for as many lines at random; empty where lines are not known

  /// More than chance makes of it.
  bool isUneven() const { return random && busiest > *random + 3 * *deviation; }
};

/// Empty where the slices were not counted. \p predicted: the lines that the launch touches; may be null. \p slices of
/// the part; 0 if they are not known.
///
/// Worked example: 2,112 lines on 94 slices, the busiest with 1.5 times the average: 1.57 +- 0.10 at random, not
/// uneven.
std::optional<SliceBalance> sliceBalance(const Launch &launch, const PredictedTotals *predicted, unsigned slices);

/// ", busiest L2 slice 4.0 times the average (1.1 at random)"; empty where chance makes as much of it.
std::string toText(const std::optional<SliceBalance> &balance);

} // namespace sectorscope::check

#endif
