// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A JSON report audited again for the launches that a program really made.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_AUDITAGAIN_H
#define SECTORSCOPE_ANALYSIS_REPORT_AUDITAGAIN_H

#include "model/ListedLaunches.h"
#include "report/Suppressions.h"
#include "sectorscope/Audit.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <optional>
#include <string>

namespace sectorscope {

/// The built-in part that a unit of a report was made for; empty if it was the part of a file.
std::optional<TargetModel> targetOf(const AuditedUnit &unit);

/// Audits a program, and says what was said of reading it.
Report auditUnit(const Program &program, const AuditedUnit &unit, const TargetModel &target,
                 const AuditOptions &options);

/// The launches of a kernel in `list`; none where it has none.
std::vector<LaunchShape> launchesIn(const LaunchesByKernel &list, const Kernel &kernel);

/// What is not the same as in the report, besides the launches.
struct AgainOptions {
  std::size_t launchesPerKernel = usualLaunchesPerKernel;
  std::optional<TargetModel> target;                ///< in place of that of the report
  std::function<bool(const Kernel &)> kernelFilter; ///< empty: every kernel
  bool hints = true;                                ///< AuditOptions::hints
  bool totals = true;                               ///< where the report has them
  SourceReader sourceOf;                            ///< for NOLINT; empty: no source can be read
};

/// The report `json` anew, under the launches of `launches`. Kernels that are not in the list keep those that they had;
/// notes say which, and what is in the list besides. Throws std::runtime_error with one line that says what is wrong,
/// without the name of the report's file.
///
/// Worked example: a report on saxpy, whose grid was not known, and a list with one launch `saxpy<<<128, 256>>>` at
/// n = 32768: its requests are counted, and its launch has the origin "observed".
Report auditAgain(const std::string &json, const LaunchList &launches, const AgainOptions &options = {});

} // namespace sectorscope

#endif
