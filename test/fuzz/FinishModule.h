// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What becomes of a module before its accesses are counted.

#ifndef SECTORSCOPE_TEST_FUZZ_FINISHMODULE_H
#define SECTORSCOPE_TEST_FUZZ_FINISHMODULE_H

namespace llvm {
class Module;
}

namespace sectorscope::fuzz {

/// Optimises the module as clang -O2 would (if asked to), then does to its accesses what the code generator does before
/// it selects instructions. Throws std::runtime_error if this LLVM has no NVPTX target.
void runCodegenPasses(llvm::Module &module, bool optimise);

/// runCodegenPasses(), then numberAccesses().
void finishModule(llvm::Module &module, bool optimise);

} // namespace sectorscope::fuzz

#endif
