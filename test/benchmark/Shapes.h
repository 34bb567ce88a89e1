// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Generated modules of any number of accesses, to measure how the effort grows with it.

#ifndef SECTORSCOPE_TEST_BENCHMARK_SHAPES_H
#define SECTORSCOPE_TEST_BENCHMARK_SHAPES_H

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <vector>

namespace sectorscope::benchmark {

/// A module while it is built, with the one source file that its kernels stand in.
struct ModuleBuilder {
  llvm::Module &ir;
  llvm::DIBuilder &debug;
  llvm::DIFile *file;
};

/// A way in which a module can be large.
struct Shape {
  const char *name;
  const char *what; ///< one line for people
  void (*build)(ModuleBuilder &module, unsigned accesses);
};

const std::vector<Shape> &allShapes();

/// NVPTX, with a line of its own for every access.
std::unique_ptr<llvm::Module> makeModule(llvm::LLVMContext &context, const Shape &shape, unsigned accesses);

} // namespace sectorscope::benchmark

#endif
