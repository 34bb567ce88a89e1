// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// New numbers for expectations in the source that are not met any more.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_UPDATEEXPECTATIONS_H
#define SECTORSCOPE_ANALYSIS_REPORT_UPDATEEXPECTATIONS_H

#include "report/Expectations.h"
#include "report/SourceEdits.h"

namespace sectorscope {

/// What to change in `source`, which reports call `file`, so that its expectations hold for `kernels`. Operators stay,
/// and so does every expectation that is met. Left, with a reason: those that no number can make true (`exact`, `==` of
/// different counts, an unknown count), those without an access, and those that cannot be read.
///
/// Worked example: accesses with 8 and 12 sectors make `sectors<=12` of `sectors<=4`, and `sectors>=8` of `sectors>=9`.
SourceEdits updateExpectations(const std::string &source, const std::string &file,
                               const std::vector<KernelSummary> &kernels);

} // namespace sectorscope

#endif
