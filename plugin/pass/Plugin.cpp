// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The entry point for opt and clang.

#include "pass/HostProcess.h"
#include "pass/PluginCompat.h"
#include "pass/SectorscopePass.h"
#include "report/Json.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <unistd.h>

namespace {

/// Passes of one LLVM in a tool of another crash, so the process ends here, with the remedy.
void requireSameMajor() {
  const std::optional<unsigned> host = sectorscope::hostLlvmMajor();
  if (!host || *host == LLVM_VERSION_MAJOR)
    return;
  std::fprintf(
      stderr,
      "sectorscope: SectorscopePlugin-%u.so is for LLVM %u, this tool is LLVM %u: load SectorscopePlugin-%u.so\n",
      static_cast<unsigned>(LLVM_VERSION_MAJOR), static_cast<unsigned>(LLVM_VERSION_MAJOR), *host, *host);
  _exit(2);
}

void registerPasses(llvm::PassBuilder &builder) {
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

} // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  requireSameMajor();
  llvm::PassPluginLibraryInfo info{};
  info.APIVersion = LLVM_PLUGIN_API_VERSION;
  info.PluginName = "Sectorscope";
  info.PluginVersion = sectorscope::toolVersion();
  info.RegisterPassBuilderCallbacks = registerPasses;
  return info;
}
