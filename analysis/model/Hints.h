// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What would make a bounded access exact, and how its number changes with an argument.

#ifndef SECTORSCOPE_MODEL_HINTS_H
#define SECTORSCOPE_MODEL_HINTS_H

#include "model/AccessJudge.h"

#include <optional>

namespace sectorscope {

/// What a row pitch or size that nobody told us is taken to be where the report shows what is usual: large, and a
/// multiple of every alignment, as these mostly are.
inline constexpr std::int64_t kUsualArgument = 4096;

/// Asks `judge` again for multiples and values of the scalars that the access hangs on. Empty where neither says more.
///
/// Worked example: `a[threadIdx.y * ld + threadIdx.x]` in 32x8 blocks is 4 or 5 sectors: exactly 4 if ld is a multiple
/// of 8. `a[threadIdx.x * stride]` has the table 1: 4, 2: 8, 3: 12, 4: 16, 6: 24, 8 to 4096: 32.
std::optional<Hint> hintFor(const AccessJudge &judge, const Kernel &kernel, const AccessSite &site,
                            const LaunchShape &launch);

} // namespace sectorscope

#endif
