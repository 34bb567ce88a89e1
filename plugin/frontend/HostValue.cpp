// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostValue.h"

namespace sectorscope {

std::optional<std::int64_t> HostValue::number() const {
  const llvm::APSInt *value = integer();
  if (!value || value->getBitWidth() > 64)
    return std::nullopt;
  return value->isSigned() ? value->getSExtValue() : static_cast<std::int64_t>(value->getZExtValue());
}

std::optional<bool> HostValue::truth() const {
  if (const llvm::APSInt *value = integer())
    return !value->isZero();
  if (const llvm::APFloat *value = floating())
    return !value->isZero();
  if (const HostPlace *target = pointer())
    return target->object != 0;
  if (function())
    return true;
  return std::nullopt;
}

bool operator==(const HostValue &a, const HostValue &b) {
  if (a.content.index() != b.content.index())
    return false;
  if (const llvm::APSInt *value = a.integer()) {
    const llvm::APSInt &other = *b.integer();
    return value->getBitWidth() == other.getBitWidth() && value->isSigned() == other.isSigned() &&
           static_cast<const llvm::APInt &>(*value) == static_cast<const llvm::APInt &>(other);
  }
  if (const llvm::APFloat *value = a.floating())
    return &value->getSemantics() == &b.floating()->getSemantics() && value->bitwiseIsEqual(*b.floating());
  if (a.pointer())
    return *a.pointer() == *b.pointer();
  if (a.parts())
    return *a.parts() == *b.parts();
  return a.function() == b.function();
}

} // namespace sectorscope
