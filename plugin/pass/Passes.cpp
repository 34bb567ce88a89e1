// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names the passes to opt, and hangs one at the end of clang's pipeline. Loader.cpp calls it.

#include "pass/PluginCompat.h"
#include "pass/SectorscopePass.h"

#include "llvm/Support/raw_ostream.h"

extern "C" __attribute__((visibility("default"))) void sectorscopeRegisterPasses(llvm::PassBuilder &builder) {
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager &passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name == "print<sectorscope>")
          passes.addPass(sectorscope::SectorscopePrinterPass(llvm::errs()));
        else if (name == "sectorscope")
          passes.addPass(sectorscope::SectorscopeDiagnosePass());
        else
          return false;
        return true;
      });
  sectorscope::compat::atOptimizerLast(builder, [](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
    passes.addPass(sectorscope::SectorscopeDiagnosePass());
  });
}
