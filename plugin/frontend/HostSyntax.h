// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Looking through the syntax tree, for the parts of the interpreter.

#ifndef SECTORSCOPE_FRONTEND_HOSTSYNTAX_H
#define SECTORSCOPE_FRONTEND_HOSTSYNTAX_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

namespace sectorscope {

/// Without what only wraps an expression.
inline const clang::Expr *unwrapped(const clang::Expr *expr) {
  for (;;) {
    expr = expr->IgnoreParens();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(expr))
      expr = full->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expr))
      expr = bound->getSubExpr();
    else if (const auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expr))
      expr = argument->getExpr();
    else if (const auto *replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expr))
      expr = replaced->getReplacement();
    else if (const auto *rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expr))
      expr = rewritten->getSemanticForm();
    else
      return expr;
  }
}

/// Those that choose between places rather than values.
inline const clang::AbstractConditionalOperator *choiceIn(const clang::Expr *expr) {
  return llvm::dyn_cast<clang::AbstractConditionalOperator>(unwrapped(expr));
}

/// Whether something in a value of this type can be written though it is const.
inline bool hasMutableParts(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->hasMutableFields();
}

/// Whether a value of this type is more than its bits: somebody counts its copies, or destroys it.
inline bool isObject(clang::QualType type, const clang::ASTContext &context) {
  return !type.isNull() && type->isRecordType() && !type.isTriviallyCopyableType(context);
}

} // namespace sectorscope

#endif
