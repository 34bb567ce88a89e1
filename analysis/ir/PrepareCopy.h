// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The copy of a module on which address spaces are inferred and accesses joined.

#ifndef SECTORSCOPE_IR_PREPARECOPY_H
#define SECTORSCOPE_IR_PREPARECOPY_H

#include "llvm/IR/Module.h"

#include <memory>

namespace sectorscope {

/// Metadata of the memory instructions of functions that were not inlined yet: a number of each, kept by its copies.
inline constexpr const char *kCalledInstruction = "sectorscope.called";

/// Copies the module and brings its kernels into the form in which the code generator issues their accesses:
/// pointers that kernels receive point to global memory, address spaces are inferred, neighbouring accesses joined
/// where their alignment allows, loops in a form that names their exits.
std::unique_ptr<llvm::Module> prepareCopy(const llvm::Module &module);

} // namespace sectorscope

#endif
