// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Intrinsics of NVPTX that stand for one instruction of which there is no LLVM instruction: asynchronous copies,
/// matrix accesses, bulk copies.

#ifndef SECTORSCOPE_IR_MEMORYINTRINSICS_H
#define SECTORSCOPE_IR_MEMORYINTRINSICS_H

#include "ir/PtxAccess.h"

#include "llvm/IR/Instructions.h"

#include <optional>

namespace sectorscope {

class Translator;

/// What such an intrinsic does; empty where the call is none of them. Those that move no data between lanes and memory,
/// such as waiting for a copy, have no effects.
///
/// Worked example: `llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %p)` is a Load of 16 bytes of
/// Shared memory at `p` in the lanes below 16.
std::optional<PtxEffects> readMemoryIntrinsic(const llvm::CallInst &call, Translator &translator);

} // namespace sectorscope

#endif
