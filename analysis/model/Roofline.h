// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Totals of a launch against the ceilings of a part.

#ifndef SECTORSCOPE_MODEL_ROOFLINE_H
#define SECTORSCOPE_MODEL_ROOFLINE_H

#include "sectorscope/LaunchTotals.h"
#include "sectorscope/Roofline.h"
#include "sectorscope/TargetModel.h"

namespace sectorscope {

/// docs/roofline.md says how each number is made.
Roofline rooflineOf(const LaunchTotals &totals, const TargetModel &target);

/// Bytes a second from and to DRAM, for a share of reads from 0 to 1: between those of write-only (0), copy (1/2),
/// triad (2/3), read-only (1) and the further mixes, linear from each that was measured to the next. Empty where the
/// share is not between two of them.
///
/// Worked example: with a triad of 4200e9, reads of 4600e9 and nothing between, a share of 5/6 gives 4400e9.
std::optional<double> byteCeiling(const Ceilings &ceilings, double readShare);

} // namespace sectorscope

#endif
