// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Every difference between the LLVM versions that the plugin is built against.

#ifndef SECTORSCOPE_PLUGIN_PASS_PLUGINCOMPAT_H
#define SECTORSCOPE_PLUGIN_PASS_PLUGINCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Passes/PassBuilder.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <functional>

namespace sectorscope::compat {

/// Calls `add` at the very end of the optimisation pipeline, at every level.
inline void atOptimizerLast(llvm::PassBuilder &builder,
                            std::function<void(llvm::ModulePassManager &, llvm::OptimizationLevel)> add) {
#if LLVM_VERSION_MAJOR >= 20
  builder.registerOptimizerLastEPCallback([add = std::move(add)](llvm::ModulePassManager &passes,
                                                                 llvm::OptimizationLevel level,
                                                                 llvm::ThinOrFullLTOPhase) { add(passes, level); });
#else
  builder.registerOptimizerLastEPCallback(std::move(add));
#endif
}

/// An error without a place.
inline void sayError(llvm::LLVMContext &context, const llvm::Twine &text) {
#if LLVM_VERSION_MAJOR >= 20
  context.diagnose(llvm::DiagnosticInfoGeneric(text, llvm::DS_Error));
#else
  context.diagnose(
      llvm::DiagnosticInfoInlineAsm(text, llvm::DS_Error)); // what was general before there was a general one
#endif
}

} // namespace sectorscope::compat

#endif
