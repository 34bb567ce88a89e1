// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The text of inline PTX as statements.

#ifndef SECTORSCOPE_IR_PTXPARSER_H
#define SECTORSCOPE_IR_PTXPARSER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope {

/// What stands behind an opcode.
struct PtxOperand {
  enum class Kind : std::uint8_t {
    Unknown,  ///< names from outside the string, anything that is not read
    Argument, ///< "$3" or "${3:x}": `value` is its number
    Register, ///< declared in the string: `value` is its index in PtxCode::registers
    Special,  ///< "%tid.x": `text` is the name without the %
    Number,   ///< `value`
    Literal,  ///< "0f3f800000", "1.0": a floating-point number
    Sink,     ///< "_": nothing is written
    Vector,   ///< "{a, b}": `parts`
    Address,  ///< "[a+16]": `parts` holds a, or what else stands in the brackets; `value` is 16
  };
  Kind kind = Kind::Unknown;
  std::uint64_t value = 0;
  bool negated = false; ///< "!p"
  std::string text;
  std::vector<PtxOperand> parts;
};

/// One instruction.
///
/// Worked example: `@!$2 ld.global.cs.v2.f32 {$0, $1}, [$3+16];` has the guard Argument 2, negated, the opcode {"ld",
/// "global", "cs", "v2", "f32"} and two operands: a Vector of Arguments 0 and 1, and an Address of Argument 3 and 16.
struct PtxStatement {
  std::vector<PtxOperand> guard;   ///< one, or none where every lane executes it
  std::vector<std::string> opcode; ///< parts between the dots
  std::vector<PtxOperand> operands;

  /// "ld.global.cs.v2.f32"
  std::string name() const;
  /// Some part of the opcode is `part`.
  bool has(llvm::StringRef part) const;
};

/// A register that the string declares. Registers of different scopes are different, whatever their names.
struct PtxRegister {
  std::string name;
  unsigned width = 0; ///< bits, 1 for predicates
};

/// A whole asm string.
struct PtxCode {
  std::vector<PtxRegister> registers;
  std::vector<PtxStatement> statements;
  bool jumps = false; ///< there are branches: what a statement sees is not what stands before it
};

/// Parses an asm string as LLVM holds it. Accepts any text: what it cannot make sense of becomes statements of which no
/// one knows the opcode, and operands of kind Unknown.
///
/// Worked example: `{ .reg .pred p; setp.ne.b32 p, $1, 0; @p st.global.b32 [$0], 7; }` declares one register and has
/// two statements; the guard of the second is Register 0.
PtxCode parsePtx(llvm::StringRef text);

/// Bits of "u32", "bf16x2", "b128"; 1 for "pred"; 0 where it is no such type.
unsigned ptxTypeBits(llvm::StringRef type);

} // namespace sectorscope

#endif
