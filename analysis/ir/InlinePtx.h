// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the inline assembly of one call does: its accesses, and the values that it leaves behind.

#ifndef SECTORSCOPE_IR_INLINEPTX_H
#define SECTORSCOPE_IR_INLINEPTX_H

#include "sectorscope/AccessSite.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

class Translator;

/// An access that assembly or an intrinsic makes.
struct PtxAccess {
  AccessKind kind = AccessKind::Load;
  AddressSpace space = AddressSpace::Generic;
  unsigned bytes = 0;                   ///< per lane
  ExprId address;                       ///< as wide as the register that holds it
  ExprId predicate;                     ///< the lane executes it where this is true; none where it always does
  const llvm::Value *pointer = nullptr; ///< what the address was computed from, where that is one value
  bool bypassesL1 = false;
  AtomicForm atomic = AtomicForm::None;
  WarpReduction reduction = WarpReduction::None;
  bool isMatrix = false;
};

/// Worked example: `{ .reg .pred p; setp.lt.u32 p, $2, 8; @p ld.global.v2.b32 {$0, $1}, [$3+8]; }` has one access, a
/// Load of 8 bytes of Global memory at `argument + 8` under `ult(argument, 8)`, and the outputs `loaded(argument + 8)`
/// and `loaded(argument + 12)`.
struct PtxEffects {
  std::vector<PtxAccess> accesses;      ///< in the order of the statements
  std::vector<std::string> notAnalysed; ///< instructions that touch memory, or may, and are not followed
  std::vector<ExprId> outputs;          ///< by position in the result; no expression where a value is not followed
};

/// Reads the assembly of a call. Operands become what `translator` makes of them.
PtxEffects readInlinePtx(const llvm::CallBase &call, Translator &translator);

/// The two sides of a cp.async: what is read of global memory, where anything is, and what is written to shared memory.
/// Only the first `sourceBytes` bytes are read, the rest is filled with zeros; no expression stands for all.
std::vector<PtxAccess> asyncCopy(PtxAccess to, PtxAccess from, ExprId sourceBytes, ExprGraph &graph);

/// True for the first `count` lanes of a warp; no expression where these are all.
ExprId firstLanes(unsigned count, ExprGraph &graph);

} // namespace sectorscope

#endif
