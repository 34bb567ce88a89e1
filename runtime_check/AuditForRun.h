// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A report for the launches of a run.

#ifndef SECTORSCOPE_RUNTIME_CHECK_AUDITFORRUN_H
#define SECTORSCOPE_RUNTIME_CHECK_AUDITFORRUN_H

#include "model/ListedLaunches.h"
#include "sectorscope/Report.h"

#include <string>

namespace sectorscope::check {

/// The report \p json anew, for all \p launches; without \p totals it takes less time. \p file of the report, for
/// messages. \throws std::runtime_error with one line that names the report and what is wrong with it.
Report auditForRun(const std::string &json, const std::string &file, const LaunchList &launches, bool totals);

} // namespace sectorscope::check

#endif
