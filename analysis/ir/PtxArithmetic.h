// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// PTX instructions that compute with integers, as expressions.

#ifndef SECTORSCOPE_IR_PTXARITHMETIC_H
#define SECTORSCOPE_IR_PTXARITHMETIC_H

#include "ir/PtxParser.h"
#include "sectorscope/LaneExpr.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sectorscope {

/// The value of an operand in so many bits; no expression where it is not known.
using ReadPtxOperand = llvm::function_ref<ExprId(const PtxOperand &operand, unsigned width)>;

/// What the instruction writes to its first operand; no expression where an operand is not known, or where the
/// instruction is none of the integer ones.
///
/// Worked example: `mad.lo.s32 d, a, 3, b;` is add(mul(a, 3), b), and `setp.lt.u32 p, a, 8;` is ult(a, 8), of width 1.
ExprId computePtx(const PtxStatement &statement, ReadPtxOperand read, ExprGraph &graph);

/// What stands in the first operand is signed: wider registers are filled with its sign.
bool writesSigned(const PtxStatement &statement);

/// The instruction computes from its operands alone, whether computePtx knows it or not: floating-point mathematics,
/// conversions, the arithmetic of packed halves. Its result is the same for lanes whose operands are.
bool isFunctionOfOperands(const PtxStatement &statement);

/// op is FshL or FshR. By a constant, a funnel shift is two shifts whose bits do not meet.
ExprId funnelShift(Op op, ExprId high, ExprId low, ExprId amount, ExprGraph &graph);

} // namespace sectorscope

#endif
