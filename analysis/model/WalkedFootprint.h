// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The footprint of an access from all of its requests.

#ifndef SECTORSCOPE_MODEL_WALKEDFOOTPRINT_H
#define SECTORSCOPE_MODEL_WALKEDFOOTPRINT_H

#include "model/LaunchWalk.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/TargetModel.h"

#include <optional>

namespace sectorscope {

/// What no joint enumeration settles, a hashed index for instance, counted request by request. `before` is what is
/// known of the access so far; what does not hang on single requests is taken over from it. Empty where `budget` does
/// not do, or where the machine makes something else of the requests (atomics, asynchronous copies).
///
/// Worked example: 64 blocks of 32 threads that load `in[(i * 2654435761u) >> 20]`: exact, 64 requests.
std::optional<Footprint> walkedFootprint(LaunchWalk &walk, const AccessSite &site, const Footprint &before,
                                         const Dim3 &grid, const TargetModel &target, std::size_t &budget);

} // namespace sectorscope

#endif
