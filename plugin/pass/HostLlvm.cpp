// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/HostLlvm.h"

#include <dlfcn.h>

namespace sectorscope {

std::optional<unsigned> hostLlvmMajor() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  const auto getVersion = reinterpret_cast<GetVersion>(::dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!getVersion)
    return std::nullopt;
  unsigned major = 0, minor = 0, patch = 0;
  getVersion(&major, &minor, &patch);
  return major;
}

} // namespace sectorscope
