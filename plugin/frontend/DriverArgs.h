// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The clang command line for a compile request. Pure: looks at the file system, runs nothing.

#ifndef SECTORSCOPE_FRONTEND_DRIVERARGS_H
#define SECTORSCOPE_FRONTEND_DRIVERARGS_H

#include "frontend/CompileCuda.h"

#include <string>
#include <vector>

namespace sectorscope {

/// A clang command line, or the one line that says why there is none.
struct DriverArgs {
  std::vector<std::string> args; ///< the program first
  bool usesToolkit = false;      ///< else our own headers
  std::string error;
  std::vector<std::string> notes; ///< "sm_120 is not known to LLVM 19: ..."
};

/// Decides architecture, toolkit, headers and resource folder and writes the command line.
DriverArgs makeDriverArgs(const CompileRequest &request);

} // namespace sectorscope

#endif
