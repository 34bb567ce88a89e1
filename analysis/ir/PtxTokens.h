// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The words of inline PTX.

#ifndef SECTORSCOPE_IR_PTXTOKENS_H
#define SECTORSCOPE_IR_PTXTOKENS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope {

struct PtxToken {
  enum class Kind : std::uint8_t {
    Word,     ///< opcodes with their dots, names, directives such as ".reg"
    Argument, ///< "$3": `value` is its number
    Number,   ///< integers; `value`
    Sign,     ///< one character of anything else
  };
  Kind kind = Kind::Sign;
  std::string text;
  std::uint64_t value = 0;

  bool is(char sign) const { return kind == Kind::Sign && text.size() == 1 && text[0] == sign; }
};

/// Splits an asm string as LLVM holds it: "$$" is a dollar sign, "%%" a per cent sign, of "$(a$|b$)" the first
/// alternative counts, comments are left out.
///
/// Worked example: "ld.global.u32 $0, [${1:x}+0x10]; // tail" has the tokens Word "ld.global.u32", Argument 0, Sign
/// ",", Sign "[", Argument 1, Sign "+", Number 16, Sign "]" and Sign ";".
std::vector<PtxToken> ptxTokens(llvm::StringRef text);

} // namespace sectorscope

#endif
