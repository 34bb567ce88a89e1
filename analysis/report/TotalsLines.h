// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The totals of a launch for people.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_TOTALSLINES_H
#define SECTORSCOPE_ANALYSIS_REPORT_TOTALSLINES_H

#include "report/LabelledLine.h"
#include "sectorscope/Report.h"

#include <vector>

namespace sectorscope {

/// Waste, reads, writes, fills and roofline of a launch, as far as they are known. `sectorBytes` of the part.
std::vector<LabelledLine> totalsLines(const KernelReport &kernel, const LaunchReport &launch, unsigned sectorBytes);

} // namespace sectorscope

#endif
