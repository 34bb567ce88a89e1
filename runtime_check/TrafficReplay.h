// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares the totals of launches that a report predicts with what a part counted for whole launches.

#ifndef SECTORSCOPE_RUNTIME_CHECK_TRAFFICREPLAY_H
#define SECTORSCOPE_RUNTIME_CHECK_TRAFFICREPLAY_H

#include "Prediction.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sectorscope::check {

/// One launch of a record. Counts of sectors; what the record has no column for is empty.
struct CountedLaunch {
  std::string kernel; ///< base name or mangled name
  Dim3 grid{}, block{};
  double dramRead = 0;
  std::optional<double> l1Read, l1Written; ///< written: stores, reductions and atomics
};

/// A table with tabs between its columns and the names of the columns in its first row (kernel, grid, block, dram_read,
/// sectors_ld, sectors_st, sectors_red, sectors_atom, ...); rows that begin with # are comments.
/// \throws std::runtime_error with one line that names the row: a column is missing, a number is none.
std::vector<CountedLaunch> countedFromTsv(std::string_view text);

/// A launch beside what was predicted of it.
struct ComparedLaunch {
  CountedLaunch counted;
  std::string why;                ///< why nothing, or not all, was predicted
  std::optional<double> dramRead; ///< sectors, as predicted
  double touched = 0;             ///< distinct sectors read and written, as predicted
  std::optional<double> l1Read, l1Written;

  /// Of the larger of what was counted and what was touched, so that few sectors among millions count little; after
  /// `background` sectors, which every launch reads. Worked example: 33,301,104 counted, 33,554,432 predicted: 0.0075.
  double dramError(double background) const;
  bool isSameInL1() const;
};

/// In the order of the record; launches of kernels that the report does not hold are left out.
std::vector<ComparedLaunch> compareTraffic(const std::vector<CountedLaunch> &counted,
                                           const std::vector<PredictedKernel> &report);

/// Sectors of a launch that none of its accesses asks for: page tables, instructions, arguments. Seen on an H200: 88 to
/// 260.
constexpr double backgroundSectors = 260;

/// A table of the launches that are not within the tolerance (all of them on request), and how many are.
std::string trafficText(const std::vector<ComparedLaunch> &launches, double tolerance, bool all);

} // namespace sectorscope::check

#endif
