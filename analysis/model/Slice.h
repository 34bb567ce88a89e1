// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The part of a kernel's expressions that one access hangs on, with what is known of the launch put in.

#ifndef SECTORSCOPE_MODEL_SLICE_H
#define SECTORSCOPE_MODEL_SLICE_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/LaneExpr.h"
#include "sectorscope/LaunchShape.h"

#include <optional>
#include <vector>

namespace sectorscope {

/// Address and guard of one access in a graph of their own. Known arguments and dimensions of the launch are constants
/// in it, so what hangs on them alone is folded once and not for every warp.
///
/// An access that hangs on its global thread number alone is the same for every block of whole warps. Its launch is
/// then rewritten to blocks of one warp: a 256-thread block at blockIdx.x becomes eight blocks of 32 threads, and one
/// symbol runs over what were two. Worked example: `a[(blockIdx.x * blockDim.x + threadIdx.x) % 1000]` needs 125
/// residues of the warp's number, not 125 residues of the block index for each of 8 warps.
struct AccessSlice {
  ExprGraph graph;
  ExprId address, guard;
  ExprId moves, into;           ///< of the site, if it has any
  std::vector<bool> isObserved; ///< by parameter: its congruence is that of an address that a run passed, and not null
  std::optional<Dim3> block, grid;
  std::optional<unsigned> warpsPerBlock; ///< of the launch as it was, where the blocks were made blocks of one warp
  bool byGlobalThread = false;           ///< the blocks were rewritten
  bool sameForBlock =
      false; ///< asked of atomics alone: the address names no thread, so the assembler sees that it is uniform
  bool addressLeftOut = false, guardLeftOut = false; ///< too large: `address` or `guard` is a constant instead
};

/// `most`: nodes that address and guard may have each.
AccessSlice sliceFor(const ExprGraph &graph, const AccessSite &site, const LaunchShape &launch,
                     std::size_t most = SIZE_MAX);

} // namespace sectorscope

#endif
