// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tables of the calls that the interpreter knows. A name is looked up whole, then without its last ".part", and so
/// on: "llvm.umin.i32" finds "llvm.umin".

#ifndef SECTORSCOPE_TEST_ORACLE_CALLS_H
#define SECTORSCOPE_TEST_ORACLE_CALLS_H

#include "Machine.h"

#include <string_view>
#include <unordered_map>

namespace sectorscope::oracle {

using CallTable = std::unordered_map<std::string_view, KnownCall>;

const CallTable &integerCalls();            ///< IntegerCalls.cpp
const CallTable &mathCalls();               ///< MathCalls.cpp; names without "llvm.", "llvm.nvvm." or "__nv_"
const CallTable &gpuCalls();                ///< GpuCalls.cpp: registers, barriers, memory, hints
Handler togetherCall(llvm::StringRef name); ///< Together.cpp: shuffles, votes; null if it is none

/// Width of the result's scalars.
inline unsigned resultWidth(const Step &step) {
  llvm::Type *type = step.ir->getType();
  if (type->isStructTy())
    type = type->getStructElementType(0);
  return type->getScalarSizeInBits();
}

} // namespace sectorscope::oracle

#endif
