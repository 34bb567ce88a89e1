// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fills in what the accesses of a launch have to do with each other.

#ifndef SECTORSCOPE_MODEL_NEIGHBOURHOOD_H
#define SECTORSCOPE_MODEL_NEIGHBOURHOOD_H

#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

namespace sectorscope {

/// Fills AccessReport::neighbours of all accesses to global memory, and Footprint::joined of stores where it is empty:
/// from one block and, for stores, those on each side of it that may share its sectors, at least two. Where grid or
/// scalar arguments are not known, large ones stand in.
void findNeighbours(const KernelReport &kernel, const TargetModel &target, LaunchReport &launch);

} // namespace sectorscope

#endif
