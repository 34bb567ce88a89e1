// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LLVM IR in, kernels and access sites out.

#ifndef SECTORSCOPE_IR_READMODULE_H
#define SECTORSCOPE_IR_READMODULE_H

#include "sectorscope/AccessSite.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace sectorscope {

struct ReadOptions {
  std::string projectRoot; ///< absolute; paths below it are reported relative to it
  /// Absolute folders whose code is not the user's (compiler and toolkit headers).
  std::vector<std::string> systemFolders;
};

/// Reads every kernel of an NVPTX module after clang's optimisation pipeline. The module is not changed: address
/// spaces are inferred and accesses joined, as the code generator will do it, on a copy.
///
/// Needs the NVPTX target in the process (any of clang, opt and the sectorscope command line has it); without it
/// accesses are not joined. Never fails on odd code: what cannot be read becomes an opaque leaf or a NotAnalysed.
Program readModule(const llvm::Module &module, const ReadOptions &options);

} // namespace sectorscope

#endif
