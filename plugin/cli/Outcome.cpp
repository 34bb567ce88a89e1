// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Outcome.h"

#include <cstdio>

namespace sectorscope {

void complain(const std::string &line) { std::fprintf(stderr, "sectorscope: %s\n", line.c_str()); }

} // namespace sectorscope
