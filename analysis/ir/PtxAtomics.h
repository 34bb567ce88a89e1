// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the assembler makes of the atomic instructions of PTX.

#ifndef SECTORSCOPE_IR_PTXATOMICS_H
#define SECTORSCOPE_IR_PTXATOMICS_H

#include "ir/PtxParser.h"
#include "sectorscope/AccessSite.h"

#include <cstdint>
#include <optional>

namespace sectorscope {

/// `atom` or `red` on shared memory; `value` is the operand where it is constant.
///
/// Worked example: `atom.shared.add.u32 r, [a], 1;` is PerLane if r is read, Counted if not; with .f32, it is Retried.
AtomicForm atomicFormOf(const PtxStatement &statement, bool hasResult, std::optional<std::uint64_t> value);

/// The same on any memory, where the lanes share the address.
WarpReduction warpReductionOf(const PtxStatement &statement, bool hasResult, std::optional<std::uint64_t> value);

} // namespace sectorscope

#endif
