// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a person says of the launches of one kernel.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_KERNELSETTINGS_H
#define SECTORSCOPE_PLUGIN_ADAPTER_KERNELSETTINGS_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/LaunchShape.h"

#include <string>
#include <vector>

namespace sectorscope {

/// What is known of the launches of the kernel of that name.
struct KernelSettings {
  std::string kernel;
  LaunchShape launch; ///< what is not given stays empty
  std::string origin; ///< where it was given, to begin a complaint: "--launch", "k.yaml:3: kernels"
};

/// "saxpy<<<128, 256>>>(n=32768, ld%8=0)": grid and block as X, XxY or XxYxZ, or ? where they are not known; the
/// parentheses may be left out. Throws UsageError, which begins with `what`.
KernelSettings parseLaunchOption(const std::string &text, const std::string &what);

/// `n=1024` or `ld%8=0`, added to a launch. False where it is neither.
bool parseAssumption(const std::string &text, LaunchShape &launch);

/// Whether a person means this kernel by `name`: its full or mangled name, or with namespace, template arguments and
/// parameters left out.
bool isNamed(const Kernel &kernel, const std::string &name);

} // namespace sectorscope

#endif
