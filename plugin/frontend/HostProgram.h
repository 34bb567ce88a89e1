// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The functions and variables of the host code of a file, before anything is run.

#ifndef SECTORSCOPE_FRONTEND_HOSTPROGRAM_H
#define SECTORSCOPE_FRONTEND_HOSTPROGRAM_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>
#include <set>
#include <vector>

namespace sectorscope {

/// What a whole file says. Functions by their canonical declaration; code of system headers is not looked at.
struct HostProgram {
  /// Where a run can begin: main first, then functions that nobody in the file calls and from which a launch is
  /// reached.
  std::vector<const clang::FunctionDecl *> roots;
  std::vector<const clang::FunctionDecl *> kernels;   ///< their definitions, instances of templates included
  std::vector<const clang::FunctionDecl *> launching; ///< hold a launch themselves
  std::map<const clang::FunctionDecl *, std::set<const clang::FunctionDecl *>> callers;
  std::vector<const clang::VarDecl *> globals;           ///< defined at file scope, in order
  llvm::SmallPtrSet<const clang::VarDecl *, 32> changed; ///< with static storage, and something may write them
};

HostProgram readHostProgram(clang::ASTContext &context);

/// Names of the runtime's functions that launch: cudaLaunchKernel and its kin.
bool isLaunchFunction(const clang::FunctionDecl &function);

} // namespace sectorscope

#endif
