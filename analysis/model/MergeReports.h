// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_ANALYSIS_MODEL_MERGEREPORTS_H
#define SECTORSCOPE_ANALYSIS_MODEL_MERGEREPORTS_H

#include "sectorscope/Report.h"

namespace sectorscope {

/// Appends the kernels, findings and notes of `from` to `into`. Access ids are renumbered so that they stay unique;
/// a finding with the place and rule of one that is already there (a header that both files include) is dropped.
void mergeInto(Report &into, Report from);

} // namespace sectorscope

#endif
