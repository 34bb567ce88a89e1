// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LLVM IR from a .ll or .bc file.

#ifndef SECTORSCOPE_FRONTEND_LOADIR_H
#define SECTORSCOPE_FRONTEND_LOADIR_H

#include "frontend/CompileCuda.h"

#include <string>

namespace sectorscope {

/// Reads `file`, textual IR or bitcode whatever its name, and checks that it is a well-formed NVPTX module that the
/// LLVM in use can read. Everything else becomes one line in `error`; LLVM's fatal errors are caught.
///
/// Worked example: bitcode of clang 22 in a build for LLVM 19 gives
/// "k.bc: written by LLVM 22, newer than the LLVM 19 in use; use the Sectorscope built for LLVM 22".
CompileResult loadIr(const std::string &file);

/// Reads several files and links them to one module, as the device linker does with relocatable device code: functions
/// that one calls and another defines are followed. What does not fit together becomes one line in `error`.
CompileResult loadLinkedIr(const std::vector<std::string> &files);

} // namespace sectorscope

#endif
