// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Why counters, a prediction and the source do not name the same bytes.

#ifndef SECTORSCOPE_RUNTIME_CHECK_DIFFERENCES_H
#define SECTORSCOPE_RUNTIME_CHECK_DIFFERENCES_H

#include "LaunchBytes.h"
#include "Prediction.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// One step from what the lanes ask for to what DRAM moves.
struct ByteDifference {
  bool isWrite = false;
  std::string between; ///< "asked and L1", "L1 and L2", "L2 and DRAM", "predicted and DRAM"
  double bytes = 0;    ///< how many more in the second; below 0 where fewer
  std::string reason; ///< "sector granularity", "write allocation", "refetch after eviction", "served by L2", "unknown"
};

/// Only differences that are more than the scatter of counters. What page tables take is in "unknown": no counter tells
/// it apart.
///
/// Worked example: a word is written into each of 2^25 sectors: written, asked and L1: 896 MiB more, sector
/// granularity; read, L2 and DRAM: 1 GiB more, write allocation.
///
/// \param fills bytes read from DRAM to fill up sectors that were written in part, see Gap.h.
std::vector<ByteDifference> differencesOf(const LaunchBytes &bytes, double fills,
                                          const std::optional<PredictedTotals> &predicted);

} // namespace sectorscope::check

#endif
