// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Instructions of functions that several calls reach.

#ifndef SECTORSCOPE_MODEL_JOINCALLS_H
#define SECTORSCOPE_MODEL_JOINCALLS_H

#include "sectorscope/Report.h"

#include <vector>

namespace sectorscope {

/// One report per machine instruction: the copies of an instruction by its calls become one, at the place of the first,
/// with the calls. It is exact where every call moves the same, or where the requests of each are known.
///
/// Worked example: put(2 * i) and put(i), 4 bytes per lane, 32 and 96 requests: (32 * 8 + 96 * 4) / 128 = 5 sectors.
std::vector<AccessReport> joinCalls(std::vector<AccessReport> accesses);

} // namespace sectorscope

#endif
