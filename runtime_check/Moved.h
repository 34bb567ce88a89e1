// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses that the machine code has on another line than the IR.

#ifndef SECTORSCOPE_RUNTIME_CHECK_MOVED_H
#define SECTORSCOPE_RUNTIME_CHECK_MOVED_H

#include "Groups.h"
#include "Replay.h"

#include <vector>

namespace sectorscope::check {

/// Of one launch, all places of one kind and space that only the report or only the record has: where the sums of
/// requests, sectors, lines and lanes of both are equal, the comparisons are marked `foundElsewhere`; their verdicts
/// stay. Where only the lanes differ and one lane adds for its warp, the compiler changed both.
///
/// Worked example: three byte loads are predicted at lines 37 to 39; the machine code has three at line 40, with as
/// many requests, sectors, lines and lanes.
void findElsewhere(const std::vector<Group> &groups, std::vector<Comparison> &judged);

} // namespace sectorscope::check

#endif
