// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The oracle's counts against a record, and a report against the oracle's counts. Prints what is not agreement.

#ifndef SECTORSCOPE_TEST_CORPUS_COMPARE_H
#define SECTORSCOPE_TEST_CORPUS_COMPARE_H

#include "Prediction.h"

#include <filesystem>
#include <vector>

namespace sectorscope::witness {

/// By source place and kind, sums over each launch of requests, sectors (wavefronts in shared memory), lines and lanes:
///   agree              every number is what the GPU counted, on this line or, in sum, on another
///   data-dependent     hangs on contents of memory that nobody knows
///   compiler-changed   by the rules of the replay, with the machine instructions
///   differ             everything else
/// Returns whether nothing differs.
bool agreesWithRecord(const std::filesystem::path &record, const std::vector<check::PredictedKernel> &counts);

/// The same numbers of the report against the oracle's: what is exact must be equal, what is bounded must hold.
bool reportAgrees(const std::filesystem::path &report, const std::vector<check::PredictedKernel> &counts);

} // namespace sectorscope::witness

#endif
