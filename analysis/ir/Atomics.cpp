// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Atomics.h"

namespace sectorscope {

using Kind = AtomicOperation::Kind;

AtomicForm formOf(const AtomicOperation &operation) {
  const bool isWide = operation.bits == 64;
  if (operation.kind == Kind::CompareAndSwap)
    return AtomicForm::CompareAndSwap;
  if (operation.kind == Kind::Other || (operation.bits != 32 && !(isWide && operation.kind == Kind::Exchange)))
    return AtomicForm::Retried;
  const bool addsOne = operation.kind == Kind::Sum && operation.constant == 1U;
  return addsOne && !operation.hasResult ? AtomicForm::Counted : AtomicForm::PerLane;
}

WarpReduction reductionOf(const AtomicOperation &operation) {
  const bool isSum = operation.kind == Kind::Sum;
  if (isSum && operation.constant && (operation.bits == 32 || operation.bits == 64))
    return WarpReduction::Always;
  if (operation.bits != 32 || (!isSum && operation.kind != Kind::Combination))
    return WarpReduction::None;
  return !operation.hasResult ? WarpReduction::Always : isSum ? WarpReduction::FullWarps : WarpReduction::None;
}

} // namespace sectorscope
