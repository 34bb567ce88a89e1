// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How the threads of a block fall into warps.

#ifndef SECTORSCOPE_MODEL_WARPPATTERNS_H
#define SECTORSCOPE_MODEL_WARPPATTERNS_H

#include "model/Cell.h"
#include "sectorscope/LaunchShape.h"

#include <optional>
#include <vector>

namespace sectorscope {

/// Threads are numbered x first, then y, then z, and cut into warps of kLanes. Returns patterns that together hold
/// every warp of the block once; symbols of SymbolKind::Warp are added to `symbols`. Without a block: one dimension,
/// any number of whole warps.
///
/// Worked examples: 256x1x1 is one pattern with tid.x = lane + 32 * warp; 100x1x1 is that and a last warp with four
/// live lanes; 20x10x1 is seven patterns, one per warp, the last of 8 lanes.
std::vector<WarpPattern> warpPatterns(const std::optional<Dim3> &block, SymbolTable &symbols);

} // namespace sectorscope

#endif
