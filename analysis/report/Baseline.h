// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Findings that are known already: a gate with a baseline fails for new ones only.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_BASELINE_H
#define SECTORSCOPE_ANALYSIS_REPORT_BASELINE_H

#include "sectorscope/Report.h"

#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// The content of a baseline file, schema sectorscope-baseline/1 (test/baseline.schema.json).
struct Baseline {
  /// Of a finding, what it is recognised by: rule, place.file, function, statement and fingerprint.
  std::vector<Finding> findings;
  std::set<std::string> files; ///< all that were analysed, with or without findings
};

/// Throws std::runtime_error with one line that says what is wrong, without the name of the file.
Baseline readBaseline(const std::string &json);

void printBaseline(const Baseline &baseline, std::ostream &out);

/// Whether a file of that name, as reports name it, is still there.
using FileExists = std::function<bool(const std::string &file)>;

/// Sets Finding::baseline of all findings: unchanged where the baseline has the fingerprint; or has the same finding in
/// a file that is gone, while the finding is in a file that the baseline does not know: the file was renamed.
void compareWithBaseline(Report &report, const Baseline &baseline, const FileExists &exists);

/// The baseline after this report: its findings, and of `old` those of files that are not in `looked` and that are
/// still there.
Baseline updatedBaseline(const Baseline &old, const Report &report, const std::set<std::string> &looked,
                         const FileExists &exists);

/// The files of all kernels, accesses and findings.
std::set<std::string> filesOf(const Report &report);

} // namespace sectorscope

#endif
