// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The launches that the host code of a .cu file writes down: kernel<<<grid, block>>>(arguments).

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

/// Launches by the mangled name of the kernel, in source order; `place.file` is spelled as clang spells it.
///
/// Block, grid and scalar arguments are known where they are constants after following local variables that are set
/// once and never changed, arithmetic on them, and dim3 values; each may be unknown by itself. Launches of a kernel
/// that are alike are one. Launches of which neither block nor grid is known are left out.
///
/// Worked example: `const int threads = 128; dim3 block(threads / 4, 4); k<<<grid(n), block>>>(a, 7, n);` is a launch
/// of block 32x4x1, unknown grid, and the value of the second parameter.
std::map<std::string, std::vector<LaunchShape>> findHostLaunches(clang::ASTContext &context);

} // namespace sectorscope

#endif
