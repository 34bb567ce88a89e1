// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the kernels of a report do with arrays of records.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_RECORDUSES_H
#define SECTORSCOPE_ANALYSIS_MODEL_RECORDUSES_H

#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <vector>

namespace sectorscope {

/// Kinds of requests that are kept of one kernel.
inline constexpr std::size_t kMostRequestKinds = 64;

/// Looks at one block of each launch, as findNeighbours() does. Records of which every access is to the same element,
/// whoever makes it, are left out: they are no arrays. Empty for a part whose sectors have not 32 bytes.
std::vector<RecordUse> recordUsesOf(const std::vector<KernelReport> &kernels, const TargetModel &target);

/// Appends what `from` says; the same record is one, the same consumer is there once.
void joinRecords(std::vector<RecordUse> &into, std::vector<RecordUse> from);

} // namespace sectorscope

#endif
