// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What changed between two reports of a program.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_COMPAREREPORTS_H
#define SECTORSCOPE_ANALYSIS_REPORT_COMPAREREPORTS_H

#include "report/ReportSummary.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

enum class AccessVerdict : std::uint8_t {
  Worse, ///< wastes more per request: moves more beyond its ideal
  Better,
  LessSure, ///< exact before, bounded or unknown now, and the like
  Surer,
  New, ///< of a kernel that was there before
  Gone,
};
/// "worse", "better", "less sure", "surer", "new", "gone".
const char *toString(AccessVerdict verdict);

struct AccessChange {
  AccessVerdict verdict = AccessVerdict::Worse;
  std::vector<std::string> kernels; ///< those in which it is the same: instances of a template
  std::optional<AccessSummary> before, after;
};

/// A launch that is another, or that moves more or less in all.
struct LaunchChange {
  std::string kernel;
  std::string shapeBefore, shapeAfter;
  std::optional<double> sectorsBefore, sectorsAfter; ///< reads and writes
};

struct ReportComparison {
  std::vector<AccessChange> accesses; ///< by verdict, then in source order
  std::size_t unchanged = 0;          ///< accesses, copies of an unrolled loop once
  std::vector<std::string> newKernels, goneKernels;
  std::vector<LaunchChange> launches;
  std::vector<Finding> newFindings, goneFindings;
};

/// Kernels meet by their name, launches by their shape, accesses by the statement that they stand in; what is left, by
/// its order between those that met. Lines do not matter, nor does how often a loop was unrolled.
///
/// Worked example: `a[3 * i]` on line 5 before, `a[i]` on line 7 now, all else alike: one access, better, 12 sectors
/// per request before, 4 now.
ReportComparison compareReports(const ReportSummary &before, const ReportSummary &after);

} // namespace sectorscope

#endif
