// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxAtomics.h"

#include "llvm/ADT/StringRef.h"

#include <utility>

namespace sectorscope {
namespace {

/// Bits of the integers that it works on; 0 for floating-point numbers, packed halves and vectors.
unsigned integerBits(const PtxStatement &statement) {
  const llvm::StringRef type = statement.opcode.back();
  const bool isNumber = !type.empty() && type.front() != 'f' && type != "bf16" && type != "bf16x2";
  return isNumber ? ptxTypeBits(type) : 0;
}

} // namespace

AtomicOperation atomicOperationOf(const PtxStatement &statement, bool hasResult, std::optional<std::uint64_t> value) {
  using Kind = AtomicOperation::Kind;
  AtomicOperation operation{
      .kind = Kind::Other, .bits = integerBits(statement), .hasResult = hasResult, .constant = value};
  constexpr std::pair<const char *, Kind> kinds[] = {
      {"add", Kind::Sum},        {"min", Kind::Combination},   {"max", Kind::Combination}, {"and", Kind::Combination},
      {"or", Kind::Combination}, {"xor", Kind::Combination},   {"inc", Kind::Counter},     {"dec", Kind::Counter},
      {"exch", Kind::Exchange},  {"cas", Kind::CompareAndSwap}};
  for (const auto &[name, kind] : kinds)
    if (statement.has(name) && (operation.bits != 0 || kind == Kind::CompareAndSwap))
      operation.kind = kind;
  return operation;
}

} // namespace sectorscope
