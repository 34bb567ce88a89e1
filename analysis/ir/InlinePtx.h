// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Inline PTX as far as it is read: one statement after another, operands by number.

#ifndef SECTORSCOPE_IR_INLINEPTX_H
#define SECTORSCOPE_IR_INLINEPTX_H

#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// One instruction of an asm string.
///
/// Worked example: `@$2 ld.global.cs.v2.f32 {$0, $1}, [$3+16];` has the guard "$2", the opcode {"ld", "global", "cs",
/// "v2", "f32"} and the operands {"{$0, $1}", "[$3+16]"}.
struct PtxStatement {
  std::string guard; ///< name of a predicate or "$n"; empty where there is none
  bool guardNegated = false;
  std::vector<std::string> opcode; ///< parts between the dots
  std::vector<std::string> operands;
};

/// The statements of an asm string, declarations and braces left out.
std::vector<PtxStatement> parsePtx(const std::string &text);

/// True for instructions that are known to touch no memory: arithmetic, moves, shuffles, votes, barriers.
bool touchesNoMemory(const PtxStatement &statement);

/// A load or store of global or generic memory that one statement makes.
struct PtxAccess {
  bool isStore = false;
  bool isGlobal = false; ///< else generic
  unsigned bytes = 0;    ///< per lane
  const llvm::Value *address = nullptr;
  std::int64_t offset = 0;                ///< bytes added to the address
  const llvm::Value *predicate = nullptr; ///< the lane executes it where this is not zero; null where it always does
  bool predicateNegated = false;
};

/// The access of a plain `ld` or `st`; empty where the statement is something else or says more than is read here.
std::optional<PtxAccess> readAccess(const PtxStatement &statement, const std::vector<PtxStatement> &all,
                                    const llvm::CallBase &call);

/// The value behind an operand "$n" that goes into the assembly; null for others.
const llvm::Value *operandOf(const std::string &operand, const llvm::CallBase &call);

/// The special register that the call is nothing but a copy of, such as "laneid"; empty otherwise.
std::string copiedRegister(const llvm::CallBase &call);

} // namespace sectorscope

#endif
