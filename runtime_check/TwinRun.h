// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs a program once more, for twins of its launches.

#ifndef SECTORSCOPE_RUNTIME_CHECK_TWINRUN_H
#define SECTORSCOPE_RUNTIME_CHECK_TWINRUN_H

#include "Confirm.h"
#include "Injection.h"
#include "TwinPlan.h"

#include <string>

namespace sectorscope::check {

/// Plans twins for the evidence, runs the program if there are any, and adds them to the record. What goes wrong with
/// that run costs the twins alone: a note says so.
/// \param json the report, \p file its name.
/// \throws std::runtime_error as planTwins().
void addTwins(Evidence &evidence, const std::string &json, const std::string &file, const InjectionOptions &options);

/// Gives the launches of \p record the twins that were planned, with the times of \p run.
/// \returns how many found no launch there.
std::size_t keepTwins(Record &record, const TwinPlan &plan, const Shard &run);

} // namespace sectorscope::check

#endif
