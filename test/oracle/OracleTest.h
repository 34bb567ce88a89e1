// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_TEST_ORACLE_ORACLETEST_H
#define SECTORSCOPE_TEST_ORACLE_ORACLETEST_H

#include "Oracle.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

namespace sectorscope::oracle {

/// Parses a module, and runs its kernel `k`. The declarations of intrinsics may be left out.
struct Ran {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Result result;

  explicit Ran(const std::string &text, const Launch &launch) {
    std::string whole = "target triple = \"nvptx64-nvidia-cuda\"\n" + text;
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(whole, error, context);
    if (!module) {
      result.outcome = Outcome::CannotRun;
      result.message = error.getMessage().str() + " at line " + std::to_string(error.getLineNo());
      return;
    }
    result = run(*module->getFunction("k"), launch);
  }
};

/// Where pointer parameter `position` points unless the launch says otherwise.
inline std::uint64_t flatBase(unsigned position) { return 0x1000'0000'0100 + (std::uint64_t(position) << 36); }

} // namespace sectorscope::oracle

#endif
