// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Confirm: a report held against a run of the user's own program.

#ifndef SECTORSCOPE_RUNTIME_CHECK_CONFIRM_H
#define SECTORSCOPE_RUNTIME_CHECK_CONFIRM_H

#include "Prediction.h"
#include "Record.h"
#include "Replay.h"

#include <string>
#include <vector>

namespace sectorscope::check {

/// What a confirmation is made of. Nothing here runs a program.
struct Evidence {
  Record record;
  std::string launches;                 ///< list of the launches of the run, as JSON (docs/launches.md)
  std::vector<std::string> notes;       ///< of the run
  std::string launchesFile = "the run"; ///< where the list is from, for messages
};

struct Confirmation {
  Record record;
  std::vector<PredictedKernel> report; ///< for the launches that were really seen
  ReplayResult result;
  std::vector<std::string> notes;
};

/// What the report \p json predicts of the launches of a run: it is audited again for them.
/// \param launches as JSON (docs/launches.md).
/// \param file, launchesFile where both are from, for messages.
/// \throws std::runtime_error with one line that names the report or the list and what is wrong with it.
std::vector<PredictedKernel> predictionsForRun(const std::string &json, const std::string &file,
                                               const std::string &launches,
                                               const std::string &launchesFile = "the run");

/// Audits the report \p json again for the launches of the run, and holds it against what was counted.
/// \param file of the report, for messages.
/// \throws std::runtime_error with one line that names the report or the list and what is wrong with it.
Confirmation confirm(const std::string &json, const std::string &file, Evidence evidence);

/// A table of all places, those alike in several launches in one row; whole launches; the counts of the verdicts.
/// \p all: places that are exact and right, too.
std::string toText(const Confirmation &confirmation, bool all);

/// Schema "sectorscope-confirmation/1", see docs/confirm.md.
std::string toJson(const Confirmation &confirmation);

} // namespace sectorscope::check

#endif
