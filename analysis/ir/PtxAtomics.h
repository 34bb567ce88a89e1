// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the assembler makes of the atomic instructions of PTX.

#ifndef SECTORSCOPE_IR_PTXATOMICS_H
#define SECTORSCOPE_IR_PTXATOMICS_H

#include "ir/Atomics.h"
#include "ir/PtxParser.h"

#include <cstdint>
#include <optional>

namespace sectorscope {

/// What an `atom` or `red` does; `value` is the operand where it is constant.
///
/// Worked example: `atom.shared.add.u32 r, [a], 1;` is a Sum of 32 bits with the constant 1; with .f32, it is Other.
AtomicOperation atomicOperationOf(const PtxStatement &statement, bool hasResult, std::optional<std::uint64_t> value);

} // namespace sectorscope

#endif
