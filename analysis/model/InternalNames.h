// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Mangled names of kernels that one file keeps to itself: compilers mark them each in its own way.

#ifndef SECTORSCOPE_MODEL_INTERNALNAMES_H
#define SECTORSCOPE_MODEL_INTERNALNAMES_H

#include <string>

namespace sectorscope {

/// The name without what tells the file: equal for one kernel as clang and nvcc call it, but for kernels of two files
/// that are called alike, too.
///
/// Worked examples, all of them "_Z4statPf": "_ZL4statPf", "_ZL4statPf__intern__f3d73f18" (clang),
/// "__nv_static_21__7b24072a_4_m_cu_main__Z4statPf" (nvcc). "32_GLOBAL__N__7b24072a_4_m_cu_main" becomes
/// "12_GLOBAL__N_1". Not a name that could be demangled.
std::string withoutFile(const std::string &mangled);

} // namespace sectorscope

#endif
