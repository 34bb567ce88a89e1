// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Judges one source place of one launch.

#ifndef SECTORSCOPE_RUNTIME_CHECK_JUDGE_H
#define SECTORSCOPE_RUNTIME_CHECK_JUDGE_H

#include "Groups.h"
#include "Replay.h"

namespace sectorscope::check {

/// Kernel and shape of the comparison are left to the caller.
Comparison judge(const Group &group, const Launch &launch);

} // namespace sectorscope::check

#endif
