// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operands and registers of inline assembly, and what they hold while its statements run.

#ifndef SECTORSCOPE_IR_PTXOPERANDS_H
#define SECTORSCOPE_IR_PTXOPERANDS_H

#include "ir/PtxParser.h"
#include "sectorscope/AccessSite.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <vector>

namespace sectorscope {

class Translator;

/// The values of operands ("$n") and declared registers. Inputs hold what the translator makes of the arguments of the
/// call; outputs and registers hold nothing until they are written, but for outputs that start as an input ("+r").
///
/// Worked example: of `add.u64 q, $1, 8; @p ld.global.u32 $0, [q];` with the constraints "=r,l", the first statement
/// writes add(argument, 8) to q, and the second reads q as its address and writes loaded(q) to the first output.
class PtxOperands {
public:
  PtxOperands(const PtxCode &code, const llvm::CallBase &call, Translator &translator);

  /// The value in `width` bits, filled with zeros; no expression where it is not known.
  ExprId read(const PtxOperand &operand, unsigned width);
  /// What an operand in brackets names, as wide as the register that holds it.
  ExprId addressOf(const PtxOperand &operand);
  std::optional<std::uint64_t> constant(const PtxOperand &operand);
  /// Bits of a register or argument; 64 for others.
  unsigned widthOf(const PtxOperand &operand) const;
  /// The value of the caller that the operand was made from by moves, conversions and additions; null where none is
  /// known.
  const llvm::Value *pointerBehind(const PtxOperand &operand) const;

  /// `value`, or nothing that is known, goes into a register, in the lanes where `predicate` holds if there is one.
  /// What is wider is filled with the sign or with zeros. Other operands are left alone.
  void write(const PtxOperand &to, ExprId value, bool isSigned, ExprId predicate, const llvm::Value *pointer);

  /// The values of the result, by position; no expression for those that are not known.
  std::vector<ExprId> outputs() const;

private:
  /// What a register or operand holds.
  struct Cell {
    unsigned width = 64;
    const llvm::Value *input = nullptr; ///< that goes in and was not overwritten
    std::optional<unsigned> output;     ///< position in the result
    bool isWritten = false;
    ExprId value;                         ///< of what was written
    const llvm::Value *pointer = nullptr; ///< what that was made from
  };

  const Cell *cellOf(const PtxOperand &operand) const;
  ExprId valueOf(const Cell &cell) const;

  Translator &translator;
  ExprGraph &graph;
  const llvm::CallBase &call;
  std::vector<Cell> arguments, registers;
};

/// The address space that a generic pointer was made from: by its casts, or because a kernel got it from its launch;
/// else Generic.
AddressSpace spaceBehind(const llvm::Value &pointer);

/// The variable, array or argument that an address points into, followed through integers: in assembly, addresses of
/// shared memory are numbers. Null where none is found.
const llvm::Value *objectBehind(const llvm::Value &address);

} // namespace sectorscope

#endif
