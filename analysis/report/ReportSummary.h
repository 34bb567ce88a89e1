// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A JSON report read back as what it says, not to audit it again: to compare it with another.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_REPORTSUMMARY_H
#define SECTORSCOPE_ANALYSIS_REPORT_REPORTSUMMARY_H

#include "model/LaunchWaste.h"
#include "sectorscope/Report.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// One access of a report. Numbers per request, in sectors or wavefronts.
struct AccessSummary {
  SourcePlace place;
  std::string kind, space, statement;
  unsigned bytesPerLane = 0;
  Certainty certainty = Certainty::Unknown;
  Measure measure = Measure::Sectors;
  Spread count;     ///< the mean may be NaN; nothing of unknown ones
  double ideal = 0; ///< mean
};

struct LaunchSummary {
  std::string shape; ///< "block 256x1x1, grid 128x1x1, n = 1024"
  std::vector<AccessSummary> accesses;
  std::optional<double> sectorsRead, sectorsWritten; ///< of the whole launch
  std::optional<LaunchExcess> excess;
};

struct KernelSummary {
  std::string name, mangled;
  std::vector<std::string> shortNames;
  SourcePlace place;
  std::vector<LaunchSummary> launches;
};

struct ReportSummary {
  std::vector<KernelSummary> kernels;
  std::vector<Finding> findings, silenced;
  std::vector<RecordUse> records;
  std::vector<std::string> assumptions, notes;
  std::string llvmVersion, arch, profileName; ///< of the first unit
  Coverage coverage;
};

/// Throws std::runtime_error with one line that says what is wrong and where, without the name of the file.
ReportSummary readReportSummary(const std::string &json);

/// Those that kernels, accesses and findings are in.
std::set<std::string> filesOf(const ReportSummary &summary);

} // namespace sectorscope

#endif
