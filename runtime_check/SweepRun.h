// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs a program with fewer and fewer blocks in a multiprocessor.

#ifndef SECTORSCOPE_RUNTIME_CHECK_SWEEPRUN_H
#define SECTORSCOPE_RUNTIME_CHECK_SWEEPRUN_H

#include "Injection.h"
#include "Sweep.h"

#include <vector>

namespace sectorscope::check {

/// Three runs for each power of two up to what fits, and three for what fits.
/// \throws std::runtime_error with one line that says what is missing and what to do about it.
std::vector<SweepRuns> runSweep(const InjectionOptions &options);

} // namespace sectorscope::check

#endif
