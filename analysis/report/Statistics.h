// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How much of a code base the audit knows, and what keeps it from knowing the rest: for `--statistics`.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_STATISTICS_H
#define SECTORSCOPE_ANALYSIS_REPORT_STATISTICS_H

#include "report/Text.h"
#include "sectorscope/Report.h"

#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace sectorscope {

/// Accesses that are not exact, or not analysed, for like reasons.
struct ReasonGroup {
  Doubt doubt = Doubt::None; ///< None: not analysed
  std::string reason;        ///< names of parameters and places taken out, so that alike ones are one
  std::size_t count = 0;
  SourcePlace example; ///< of the first
  std::string exampleReason;
};

struct Statistics {
  Coverage accesses;
  std::size_t kernels = 0; ///< those with an access
  /// Shares of exact, bounded, unknown and not analysed in each kernel, averaged: a kernel with a thousand unrolled
  /// accesses counts as much as one with two.
  std::array<double, 4> meanOverKernels{};
  std::vector<ReasonGroup> bounded, unknown, notAnalysed; ///< by falling count, equal ones as they come
};

Statistics statisticsOf(const Report &report);

void printStatistics(const Report &report, const TextOptions &options, std::ostream &out);

} // namespace sectorscope

#endif
