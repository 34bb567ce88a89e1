// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes: thin adapters over readModule(), audit() and a printer.

#ifndef SECTORSCOPE_PLUGIN_PASS_SECTORSCOPEPASS_H
#define SECTORSCOPE_PLUGIN_PASS_SECTORSCOPEPASS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace sectorscope {

/// print<sectorscope>: the text report of an NVPTX module.
class SectorscopePrinterPass : public llvm::PassInfoMixin<SectorscopePrinterPass> {
public:
  explicit SectorscopePrinterPass(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; } // optnone functions are reported on as well

private:
  llvm::raw_ostream &out;
};

/// Findings as diagnostics of the compiler; at the end of clang's pipeline, and as `sectorscope` in opt.
class SectorscopeDiagnosePass : public llvm::PassInfoMixin<SectorscopeDiagnosePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace sectorscope

#endif
