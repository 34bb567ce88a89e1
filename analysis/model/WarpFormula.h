// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What one warp moves, where nobody knows how often its loops run.

#ifndef SECTORSCOPE_MODEL_WARPFORMULA_H
#define SECTORSCOPE_MODEL_WARPFORMULA_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/Footprint.h"

#include <string>
#include <vector>

namespace sectorscope {

/// Of a full warp that executes everything. Empty where some access is not known; see Footprint for "usual" means.
///
/// Worked example: a load of 32 sectors in the loop at k.cu:7 and a store of 4 behind it: "a warp that executes all
/// reads 32 sectors per iteration of the loop at k.cu:7, and writes 4 sectors".
std::string warpFormula(const Kernel &kernel, const std::vector<Footprint> &footprints);

} // namespace sectorscope

#endif
