// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What PTX instructions do to memory, as far as their opcodes say.

#ifndef SECTORSCOPE_IR_PTXMEMORY_H
#define SECTORSCOPE_IR_PTXMEMORY_H

#include "ir/PtxParser.h"
#include "sectorscope/AccessSite.h"

#include <optional>
#include <string>

namespace sectorscope {

/// A load, store, atomic, reduction or matrix access.
///
/// Worked example: `ld.relaxed.gpu.global.v2.b32 {$0, $1}, [$2];` is a Load of 8 bytes of Global memory, two elements
/// of 32 bits, address in operand 1, and bypasses L1.
struct PtxMemoryUse {
  AccessKind kind = AccessKind::Load;
  AddressSpace space = AddressSpace::Generic;
  unsigned bytes = 0;       ///< per lane
  unsigned elementBits = 0; ///< of what is loaded or stored
  unsigned elements = 1;
  unsigned address = 0; ///< number of the operand
  unsigned lanes = 32;  ///< the first so many execute it
  bool bypassesL1 = false;
  bool isMatrix = false; ///< ldmatrix or stmatrix
};

/// Empty where the instruction is something else, is malformed, or says more than is read here.
std::optional<PtxMemoryUse> memoryUseOf(const PtxStatement &statement);

/// cp.async.ca or cp.async.cg, global to shared, with nothing in the opcode that is not read.
bool isAsyncCopy(const PtxStatement &statement);

/// The instruction moves no data between lanes and memory: arithmetic, moves, votes, barriers, fences, waits, kernel
/// parameters, tensor memory.
bool movesNoMemory(const PtxStatement &statement);

/// How the report calls an instruction that is neither: "inline assembly: tex.2d.v4.f32.s32". `bytes` is the number of
/// bytes that a bulk copy moves, where it is known.
std::string whatIsNotAnalysed(const PtxStatement &statement, std::optional<std::uint64_t> bytes);

/// The operand that holds the bytes of a bulk copy.
std::optional<unsigned> sizeOperandOf(const PtxStatement &statement);

} // namespace sectorscope

#endif
