// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic of host code on values that may be unknown. What the language leaves undefined is unknown.

#ifndef SECTORSCOPE_FRONTEND_HOSTARITHMETIC_H
#define SECTORSCOPE_FRONTEND_HOSTARITHMETIC_H

#include "frontend/HostValue.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/OperationKinds.h"

namespace sectorscope {

/// A whole number of an integer or enumeration type, cut to its width.
HostValue hostInteger(const clang::ASTContext &context, clang::QualType type, std::uint64_t value);

/// A number as a value of `type`: integers, enumerations, bool, float and double.
HostValue convertNumber(const clang::ASTContext &context, const HostValue &value, clang::QualType type);

/// `a op b` for operands that were converted to a common type; `type` is that of the result. No assignments.
HostValue binaryNumber(const clang::ASTContext &context, clang::BinaryOperatorKind kind, const HostValue &a,
                       const HostValue &b, clang::QualType type);

/// A function of the mathematics library by its name without namespace ("ceil", "sqrtf", "min"), of the result type
/// `type`; empty where `name` is none.
std::optional<HostValue> mathFunction(const clang::ASTContext &context, llvm::StringRef name,
                                      const std::vector<HostValue> &arguments, clang::QualType type);

} // namespace sectorscope

#endif
