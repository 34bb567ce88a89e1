// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses that the machine code has on another line than the IR.

#ifndef SECTORSCOPE_RUNTIME_CHECK_MOVED_H
#define SECTORSCOPE_RUNTIME_CHECK_MOVED_H

#include "Groups.h"
#include "Replay.h"

#include <functional>
#include <vector>

namespace sectorscope::check {

/// Of one launch, all places of one kind and space that only the report or only the record has: where the sums of
/// requests, sectors, lines and lanes of both are equal, the comparisons are marked `foundElsewhere`; their verdicts
/// stay. Where only the lanes differ and one lane adds for its warp, the compiler changed both; likewise where the
/// report has one place, the record several with its lanes in sum, and nothing else speaks against sides of a branch.
///
/// Worked example: three byte loads are predicted at lines 37 to 39; the machine code has three at line 40, with as
/// many requests, sectors, lines and lanes.
void findElsewhere(const std::vector<Group> &groups, std::vector<Comparison> &judged);

/// Of one launch, the sides of a branch that became one machine instruction behind it. It stands on the line of one
/// side, the other sides have none; it has the lanes of all of them, and no fewer requests, sectors and lines than the
/// largest side and no more than all together. That holds for wrong lanes, too, if they happen to add up: `isWitnessed`
/// must say that another place of the launch is executed as the side is predicted to be, and right.
///
/// Worked example: stores in three sides are predicted with 3443, 6558 and 239 lanes; there is one with 10,240.
void findJoinedSides(const std::vector<Group> &groups, std::vector<Comparison> &judged,
                     const std::function<bool(const Group &)> &isWitnessed);

} // namespace sectorscope::check

#endif
