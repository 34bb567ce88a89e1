// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Groups: what a report predicts and what a profiler counted, by source place and kind.

#ifndef SECTORSCOPE_RUNTIME_CHECK_GROUPS_H
#define SECTORSCOPE_RUNTIME_CHECK_GROUPS_H

#include "Prediction.h"
#include "Record.h"

#include <string>
#include <vector>

namespace sectorscope::check {

/// All predicted accesses and all machine instructions of one source place and kind.
struct Group {
  std::vector<const PredictedAccess *> accesses;
  std::vector<const Instruction *> instructions;
};

/// Generic accesses of the IR become global machine instructions and the other way round.
std::string spaceClass(const std::string &space);

/// An atomic without a result is a reduction to some compilers and not to others.
std::string kindClass(const std::string &kind);

/// The user's line of an instruction: the innermost frame outside system headers, where frames are known.
const Place &userPlace(const Instruction &instruction);

/// By the user's line, predicted places first and in order; instructions that no access matches make groups of their
/// own behind them.
std::vector<Group> groupsOf(const PredictedLaunch &prediction, const Launch &launch);

} // namespace sectorscope::check

#endif
