// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What differs between the LLVM versions that the random kernels are built with.

#ifndef SECTORSCOPE_TEST_FUZZ_LLVMVERSION_H
#define SECTORSCOPE_TEST_FUZZ_LLVMVERSION_H

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

namespace sectorscope::fuzz {

#if LLVM_VERSION_MAJOR >= 22
inline llvm::Triple moduleTriple(const char *text) { return llvm::Triple(text); }
inline llvm::DISourceLanguageName language() { return llvm::dwarf::DW_LANG_C_plus_plus; }
inline std::unique_ptr<llvm::TargetMachine> machineFor(const llvm::Target &target, const char *triple) {
  return std::unique_ptr<llvm::TargetMachine>(
      target.createTargetMachine(llvm::Triple(triple), "sm_90", "", {}, std::nullopt));
}
#else
inline std::unique_ptr<llvm::TargetMachine> machineFor(const llvm::Target &target, const char *triple) {
  return std::unique_ptr<llvm::TargetMachine>(target.createTargetMachine(triple, "sm_90", "", {}, std::nullopt));
}
inline const char *moduleTriple(const char *text) { return text; }
inline unsigned language() { return llvm::dwarf::DW_LANG_C_plus_plus; }
#endif

} // namespace sectorscope::fuzz

#endif
