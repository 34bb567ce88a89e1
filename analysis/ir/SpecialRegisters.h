// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the special registers of PTX hold.

#ifndef SECTORSCOPE_IR_SPECIALREGISTERS_H
#define SECTORSCOPE_IR_SPECIALREGISTERS_H

#include "sectorscope/LaneExpr.h"

#include "llvm/ADT/StringRef.h"

namespace sectorscope {

/// The register by its name without the %, as LLVM's intrinsics or as assembly spell it ("tid.x", "lanemask.lt",
/// "lanemask_lt"); no expression for those that the lane and the launch do not determine ("clock").
ExprId specialRegister(llvm::StringRef name, unsigned width, ExprGraph &graph);

/// All lanes of a warp read the same.
bool isSameForWarp(llvm::StringRef specialRegister);

} // namespace sectorscope

#endif
