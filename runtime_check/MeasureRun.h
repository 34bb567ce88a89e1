// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs a program for an explanation.

#ifndef SECTORSCOPE_RUNTIME_CHECK_MEASURERUN_H
#define SECTORSCOPE_RUNTIME_CHECK_MEASURERUN_H

#include "Run.h"
#include "RunEvidence.h"

namespace sectorscope::check {

/// Runs the program once for times, then once for each group of counters.
/// \throws std::runtime_error with one line that says what is missing and what to do about it.
Run measureRun(const EvidenceOptions &options);

} // namespace sectorscope::check

#endif
