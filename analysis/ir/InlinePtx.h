// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the inline assembly of one call does: its accesses, and the values that it leaves behind.

#ifndef SECTORSCOPE_IR_INLINEPTX_H
#define SECTORSCOPE_IR_INLINEPTX_H

#include "ir/PtxAccess.h"

#include "llvm/IR/InstrTypes.h"

namespace sectorscope {

class Translator;

/// Reads the assembly of a call. Operands become what `translator` makes of them.
///
/// Worked example: `{ .reg .pred p; setp.lt.u32 p, $2, 8; @p ld.global.v2.b32 {$0, $1}, [$3+8]; }` has one access, a
/// Load of 8 bytes of Global memory at `argument + 8` under `ult(argument, 8)`, and the outputs `loaded(argument + 8)`
/// and `loaded(argument + 12)`.
PtxEffects readInlinePtx(const llvm::CallBase &call, Translator &translator);

} // namespace sectorscope

#endif
