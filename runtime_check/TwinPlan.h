// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which launches of a run can be made again with another row pitch, and with which.

#ifndef SECTORSCOPE_RUNTIME_CHECK_TWINPLAN_H
#define SECTORSCOPE_RUNTIME_CHECK_TWINPLAN_H

#include "Twin.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope::check {

/// One launch, and the argument that is its pitch.
struct PlannedTwin {
  std::uint64_t order = 0;   ///< of the launch in the run
  std::size_t parameter = 0; ///< position of the argument
  Twin twin;                 ///< without times
};

struct TwinPlan {
  std::vector<PlannedTwin> twins; ///< by order
  std::vector<std::string> notes; ///< which pitches get none, and why
};

/// For every launch that has an access at a stride that is a power of two and leaves gaps: the integer argument that is
/// that stride, or a divisor of it, and its values where rows are 1, 3 and 5 lines longer. The report is audited again
/// with these values, and one is taken only if no such stride is left, blocks or warps of the access move apart as the
/// argument grows, and every access is made as often, by as many lanes. Every address must be known, so that what lies
/// in the copies does not matter, and no variable of the module may be written.
///
/// Worked example: `in[row * pitch + column]` at pitch 2048 (words): pitch 2080, 2144 and 2208.
/// \throws std::runtime_error as predictionsForRun().
TwinPlan planTwins(const std::string &json, const std::string &file, const std::string &launches);

/// What the injected library is to be asked for (inject/TwinLaunch.h).
std::string toRequest(const TwinPlan &plan);

} // namespace sectorscope::check

#endif
