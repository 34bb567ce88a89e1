// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the accesses of a launch move together, as the analyser claims it, against the requests of the CPU witness.

#ifndef SECTORSCOPE_TEST_FUZZ_TOTALSCOMPARISON_H
#define SECTORSCOPE_TEST_FUZZ_TOTALSCOMPARISON_H

#include "Comparison.h"
#include "Oracle.h"

#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

namespace sectorscope::fuzz {

/// Compares LaunchReport::totals, and Footprint::joined of its stores, into `result`. `truth` is a run that kept its
/// requests, of a launch whose module variables start on a line: the analyser assumes that of all data.
void compareTotals(const LaunchReport &claimed, const oracle::Result &truth, const TargetModel &target,
                   KernelResult &result);

/// Compares AccessReport::neighbours into `result`, of the block in the middle of the grid.
void compareNeighbours(const LaunchReport &claimed, const oracle::Result &truth, const RandomKernel &kernel,
                       KernelResult &result);

/// Compares the block strides of AccessReport::camping into `result`: every pair of neighbouring blocks.
void compareStrides(const LaunchReport &claimed, const oracle::Result &truth, KernelResult &result);

} // namespace sectorscope::fuzz

#endif
