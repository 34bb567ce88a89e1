// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_PASS_HOSTLLVM_H
#define SECTORSCOPE_PLUGIN_PASS_HOSTLLVM_H

#include <optional>

namespace sectorscope {

/// LLVM major of the tool around us, from its LLVMGetVersion; empty if it does not export that (before LLVM 16).
std::optional<unsigned> hostLlvmMajor();

} // namespace sectorscope

#endif
