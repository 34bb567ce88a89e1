// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The launches that the host code of a .cu file writes down: kernel<<<grid, block>>>(arguments), cudaLaunchKernel.

#ifndef SECTORSCOPE_FRONTEND_HOSTLAUNCHES_H
#define SECTORSCOPE_FRONTEND_HOSTLAUNCHES_H

#include "sectorscope/LaunchShape.h"

#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace sectorscope {

struct HostProgram;

/// A launch, and how wide its arguments are, so that a kernel that reads two fields at once is not told one.
struct HostLaunchShape {
  LaunchShape shape;
  std::map<std::string, unsigned> bits; ///< of each argument
  bool isJoined = false;                ///< what many launches from one place have in common
};

/// By the mangled name of the kernel.
using HostLaunchMap = std::map<std::string, std::vector<HostLaunchShape>>;

/// What is to be said of a launch, or of the file where `place` is empty.
struct HostNote {
  SourcePlace place;
  std::string text;
};

struct HostLaunches {
  HostLaunchMap byKernel;
  std::vector<HostNote> notes;
};

/// Launches in the order in which they are met; `place.file` is spelled as clang spells it.
///
/// Block, grid, integer arguments and integer fields of structs passed by value ("view+8") are known where they are the
/// same in every run that gets there (see HostInterpreter); each may be unknown by itself. Launches of a kernel that
/// are alike are one. Launches of which nothing is known are left out; so are those that no part can run (a grid of 0),
/// with a note. There is one, too, where the effort for a file did not do.
///
/// Worked example: `const int threads = 128; dim3 block(threads / 4, 4); k<<<grid(n), block>>>(a, 7, n);` is a launch
/// of block 32x4x1, unknown grid, and the value of the second parameter.
HostLaunches findHostLaunches(clang::ASTContext &context, const HostProgram &program);

} // namespace sectorscope

#endif
