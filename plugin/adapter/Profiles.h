// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The part that a person asks for.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_PROFILES_H
#define SECTORSCOPE_PLUGIN_ADAPTER_PROFILES_H

#include "sectorscope/TargetModel.h"

#include <string>

namespace sectorscope {

/// Whether the name of a profile is that of a file: with a / in it or .json at its end.
bool isProfilePath(const std::string &name);

/// The profile called `name`: the path of a profile document, or a built-in profile by its architecture or by its
/// name, of which the last word will do; large and small letters are the same.
///
/// Worked examples: "sm_80", "NVIDIA A100" and "a100" are one profile; "parts/my.json" is read. Throws UsageError,
/// which begins with `what` ("--profile") or the file, and offers the nearest name.
TargetModel profileNamed(const std::string &name, const std::string &what);

} // namespace sectorscope

#endif
