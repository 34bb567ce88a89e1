// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Expectations that stand in the source, beside the accesses that they speak of.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_EXPECTATIONS_H
#define SECTORSCOPE_ANALYSIS_REPORT_EXPECTATIONS_H

#include "report/ReportSummary.h"
#include "report/Suppressions.h"

#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// `// sectorscope-expect: sectors<=4` at the end of a line is for the accesses on it; on a line of its own, for those
/// on the next line that is no such comment. Several are parted by commas.
///
///     sectors<=4    wavefronts==1    exact        operators: <= == < (and >= > for those who test the tool)
struct Expectation {
  unsigned line = 0; ///< of the accesses
  std::string text;  ///< "sectors<=4"
  std::string word;  ///< "sectors", "wavefronts", "exact"
  std::string op;    ///< empty for "exact"
  double number = 0;
  std::string problem;        ///< what cannot be read in it; empty if it can
  unsigned textLine = 0;      ///< where `text` stands, from 1
  std::size_t textColumn = 0; ///< from 0
};
std::vector<Expectation> expectationsIn(const std::string &source);

/// Whether it speaks of an access in `file`, the file that it stands in.
bool speaksOf(const Expectation &expectation, const std::string &file, const AccessSummary &access);

/// Why the access does not meet it: "the load of 4 bytes per lane takes 8 sectors per request"; empty if it does.
std::string failureOf(const Expectation &expectation, const AccessSummary &access);

/// One line for each that is not met, with its place: by an access under any launch; since it is bounded and may not
/// meet it, or unknown; since no access stands there, which is told of `whole` files only: of a header, another file
/// may use more; since it cannot be read. Looked for in the files of kernels and accesses.
std::vector<std::string> brokenExpectations(const std::vector<KernelSummary> &kernels, const SourceReader &read,
                                            const std::set<std::string> &whole);

/// What of a report is held against expectations.
std::vector<KernelSummary> accessesOf(const Report &report);

} // namespace sectorscope

#endif
