// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The report for FileCheck: one stable line per access. docs/gating.md has the grammar.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_CHECK_H
#define SECTORSCOPE_ANALYSIS_REPORT_CHECK_H

#include "sectorscope/Report.h"

#include <ostream>

namespace sectorscope {

/// First `sectorscope-check-format 1`, then for each access of each launch of each kernel, in source order,
///
///     saxpy.cu:5 load 4B sectors=4/4/4 ideal=4 lanes=32 exact block=256x1x1 kernel=saxpy(float*, float const*)
///
/// and for each thing that was not analysed
///
///     saxpy.cu:9 not-analysed kernel=saxpy(float*, float const*) what=inline assembly: ld.global.cg
void printCheck(const Report &report, std::ostream &out);

} // namespace sectorscope

#endif
