// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The floating-point arithmetic of a kernel.

#ifndef SECTORSCOPE_IR_READWORK_H
#define SECTORSCOPE_IR_READWORK_H

#include "ir/SourcePlaces.h"
#include "ir/Translator.h"
#include "sectorscope/AccessSite.h"

#include "llvm/IR/Function.h"

namespace sectorscope {

/// Fills in kernel.work, kernel.workNotCounted and kernel.dividesOrTakesRoots.
///
/// What is an operation, by the type of the element (bfloat16 is half), each element of a vector by itself:
///  - an addition, subtraction or multiplication: one. A fused multiply-add: two, so that fusing changes nothing. This
///    is how profilers add up their fadd, fmul and ffma (and hadd ..., dadd ...) counters.
///  - a division, remainder, reciprocal or square root: one, though the machine takes several.
///  - nothing: signs, absolute values, minima and maxima, comparisons, selections, conversions, roundings, and what the
///    special function unit does in one instruction (sin, cos, ex2, lg2, tanh): these counters leave them out as well.
///    Sums in atomics are none either: L2 or a loop of the machine's does them.
/// Inline assembly is counted by the same rule, and the body of a mathematical function by what it does. Not counted:
/// tensor cores, arithmetic under a condition within assembly, functions whose body is not there.
///
/// Worked example: y[i] = a * x[i] + y[i] on float4: one WorkSite with single = 8.
void readWork(llvm::Function &function, Translator &translator, const SourcePlaces &places, Kernel &kernel);

} // namespace sectorscope

#endif
