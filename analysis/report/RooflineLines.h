// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A roofline in words.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_ROOFLINELINES_H
#define SECTORSCOPE_ANALYSIS_REPORT_ROOFLINELINES_H

#include "report/LabelledLine.h"
#include "sectorscope/Roofline.h"

#include <vector>

namespace sectorscope {

/// One or two short lines; none where neither the bytes nor a time is known.
///
/// Worked example, the triad with a profile that has every ceiling:
///   12.6 MB from and to DRAM, 0.167 FLOP/byte: memory-bound side, the ridge is at 14.4
///   at least 3.02 us, bound by DRAM bytes (ceilings: NVIDIA H200, driver 580, 2026-11)
std::vector<LabelledLine> rooflineLines(const Roofline &roofline);

} // namespace sectorscope

#endif
