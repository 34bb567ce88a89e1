// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shuffles: which lane hands its value to which, by the rules of PTX.

#ifndef SECTORSCOPE_IR_SHUFFLES_H
#define SECTORSCOPE_IR_SHUFFLES_H

#include "sectorscope/LaneExpr.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace sectorscope {

/// What a shuffle leaves in a lane.
struct ShuffleResult {
  ExprId value;    ///< of the source lane
  ExprId isWithin; ///< the lane that was asked for lies in the segment; else the source is the lane itself
};

/// `mode` is "idx", "up", "down" or "bfly"; `by` the lane or distance and `control` the clamp and the segments, both of
/// width 32. Empty for another mode.
///
/// Worked example: `shfl.sync.down.b32 d, v, 4, 0x1807` (segments of 8) is shuffle(v, source) where the source is lane
/// + 4 as long as that is not above (lane & 24) | 7, and else the lane.
std::optional<ShuffleResult> shuffled(llvm::StringRef mode, ExprId value, ExprId by, ExprId control, ExprGraph &graph);

} // namespace sectorscope

#endif
