// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// An access in the words that every table for people shares.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_ACCESSTEXT_H
#define SECTORSCOPE_ANALYSIS_REPORT_ACCESSTEXT_H

#include "sectorscope/Report.h"

#include <string>
#include <vector>

namespace sectorscope {

/// "4", "4/4.71/6" (min/mean/max), "1..32" where only bounds are known, "<=8", "?". `usual`: the mean of a bounded
/// access is what its full warps move.
std::string spreadText(const Spread &spread, Certainty certainty, bool usual = false);

/// What it is judged by: spreadText() of its sectors, or of its wavefronts with a "w" behind.
std::string countText(const Footprint &footprint);

/// "24:25"; with the file where it is not that of the kernel; "?" where nothing is known.
std::string rowPlaceText(const SourcePlace &place, const Kernel &kernel);

/// "load 4 B", "store 8 B shared", "load 4 B past L1".
std::string kindText(const AccessSite &site);

/// What is known of what the launch passes: "n = 200", "a = 16 mod 256" where a pointer was observed off the place
/// where allocators let objects start.
std::vector<std::string> passedTexts(const LaunchShape &launch);

/// The guard lets no lane through, for instance in the remainder of an unrolled loop that divides evenly.
bool isNeverExecuted(const Footprint &footprint);

} // namespace sectorscope

#endif
