// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses that are not made by LLVM's loads, stores and atomics, but by assembly and intrinsics.

#ifndef SECTORSCOPE_IR_PTXACCESS_H
#define SECTORSCOPE_IR_PTXACCESS_H

#include "sectorscope/AccessSite.h"

#include "llvm/IR/Value.h"

#include <string>
#include <vector>

namespace sectorscope {

/// An access that assembly or an intrinsic makes.
struct PtxAccess {
  AccessKind kind = AccessKind::Load;
  AddressSpace space = AddressSpace::Generic;
  unsigned bytes = 0;                   ///< per lane
  ExprId address;                       ///< as wide as the register that holds it
  ExprId predicate;                     ///< the lane executes it where this is true; none where it always does
  ExprId moves, into;                   ///< see AccessSite
  const llvm::Value *pointer = nullptr; ///< what the address was computed from, where that is one value
  bool bypassesL1 = false;
  AtomicForm atomic = AtomicForm::None;
  WarpReduction reduction = WarpReduction::None;
  bool isMatrix = false;
};

/// What an instruction, or a string of them, does to memory.
struct PtxEffects {
  std::vector<PtxAccess> accesses;      ///< in the order of the statements
  std::vector<std::string> notAnalysed; ///< instructions that touch memory, or may, and are not followed
  std::vector<ExprId> outputs;          ///< by position in the result; no expression where a value is not followed
};

/// A cp.async `from` global memory `to` shared memory: the first `sourceBytes` bytes are read, the rest is filled with
/// zeros; no expression stands for all. How often it passes over the banks of shared memory is not counted: it hangs on
/// both sides together.
PtxAccess asyncCopy(const PtxAccess &to, PtxAccess from, ExprId sourceBytes, bool bypassesL1, ExprGraph &graph);

/// True for the first `count` lanes of a warp; no expression where these are all.
ExprId firstLanes(unsigned count, ExprGraph &graph);

} // namespace sectorscope

#endif
