// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// GPU architectures by name, and what to compile for when the LLVM in use is older than the part.

#ifndef SECTORSCOPE_FRONTEND_CUDAARCH_H
#define SECTORSCOPE_FRONTEND_CUDAARCH_H

#include <string>

namespace sectorscope {

/// What an architecture name means to the Clang in use.
struct ArchChoice {
  std::string compileFor; ///< a name that clang knows; empty if `error` is set
  std::string note;       ///< set if that is another than the one asked for
  std::string error;      ///< set if the name is no architecture; offers the nearest name
};

/// Worked examples under LLVM 19: "sm_90" -> sm_90; "sm_120" -> sm_90 with a note (the newest that is known and not
/// newer; without the suffix, since sm_90a code need not run on sm_120); "sm90" -> error, did you mean sm_90?
ArchChoice chooseArch(const std::string &arch);

} // namespace sectorscope

#endif
