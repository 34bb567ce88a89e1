// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From requests to traffic: what the accesses of a launch touch together.

#ifndef SECTORSCOPE_MODEL_TRAFFIC_H
#define SECTORSCOPE_MODEL_TRAFFIC_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/LaunchShape.h"
#include "sectorscope/LaunchTotals.h"
#include "sectorscope/TargetModel.h"

#include <cstddef>
#include <vector>

namespace sectorscope {

struct Traffic {
  LaunchTotals totals;
  std::vector<std::optional<JoinedStore>> joined; ///< by site; empty for loads, and where it is not known
  std::vector<std::optional<Footprint>> settled;  ///< by site: exact now, and was not before
};

/// The traffic of one launch. `footprints`: one for each site of the kernel. `budget`: warps and iterations that may be
/// gone through, lowered by those that were; distinct sectors are missing where it does not do.
///
/// Assumes that pointers of the launch point to objects of their own, that data start on a whole line but where a run
/// has passed a pointer (LaunchShape::pointers), and for what leaves a limited L2, that blocks run in order, as many at
/// a time as their threads let in.
///
/// Worked example: one 4-byte store every 32 bytes, 2^20 threads: 32,768 requests, 2^20 sectors written, each of them
/// filled by one DRAM read of 32 bytes on a part that fills partial writes.
Traffic trafficOf(const Kernel &kernel, const std::vector<Footprint> &footprints, const LaunchShape &launch,
                  const TargetModel &target, std::uint64_t pointerAlignment, std::size_t &budget);

} // namespace sectorscope

#endif
