// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxAtomics.h"

#include "llvm/ADT/StringRef.h"

namespace sectorscope {
namespace {

/// Bits of the integers that it works on; 0 for floating-point numbers, packed halves and vectors.
unsigned integerBits(const PtxStatement &statement) {
  const llvm::StringRef type = statement.opcode.back();
  const bool isNumber = !type.empty() && type.front() != 'f' && type != "bf16" && type != "bf16x2";
  return isNumber ? ptxTypeBits(type) : 0;
}

} // namespace

AtomicForm atomicFormOf(const PtxStatement &statement, bool hasResult, std::optional<std::uint64_t> value) {
  const unsigned bits = integerBits(statement);
  if (statement.has("cas"))
    return AtomicForm::CompareAndSwap;
  if (bits == 32 || (bits == 64 && statement.has("exch")))
    return statement.has("add") && value == 1U && !hasResult ? AtomicForm::Counted : AtomicForm::PerLane;
  return AtomicForm::Retried;
}

WarpReduction warpReductionOf(const PtxStatement &statement, bool hasResult, std::optional<std::uint64_t> value) {
  const unsigned bits = integerBits(statement);
  const bool isSum = statement.has("add");
  if (isSum && value && (bits == 32 || bits == 64))
    return WarpReduction::Always;
  const bool isCombined = isSum || statement.has("min") || statement.has("max") || statement.has("and") ||
                          statement.has("or") || statement.has("xor");
  if (bits != 32 || !isCombined)
    return WarpReduction::None;
  return !hasResult ? WarpReduction::Always : isSum ? WarpReduction::FullWarps : WarpReduction::None;
}

} // namespace sectorscope
