// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs a program for a confirmation.

#ifndef SECTORSCOPE_RUNTIME_CHECK_RUNEVIDENCE_H
#define SECTORSCOPE_RUNTIME_CHECK_RUNEVIDENCE_H

#include "Confirm.h"
#include "Injection.h"
#include "Recorder.h"

#include <string>

namespace sectorscope::check {

struct EvidenceOptions {
  InjectionOptions injection;
  std::string root; ///< taken off file names; empty: the working directory
  std::string nvidiaSmi = "nvidia-smi";
  bool countsWholeLaunches = true; ///< runs the program once more for each group of counters
  bool flushesCaches = true;
  bool countsOperations = false; ///< and warps at work: what only an explanation needs
};

/// Counts with the injected library: one run for all machine instructions, one for each group of counters of whole
/// launches. \throws std::runtime_error with one line that says what is missing and what to do about it.
Evidence gatherByInjection(const EvidenceOptions &options);

/// Counts with Nsight Compute; the launches' arguments come from a run with the injected library, which counts nothing.
/// \throws std::runtime_error likewise, and if both runs did not launch the same.
Evidence gatherByNcu(const EvidenceOptions &options, const RecordOptions &record);

/// Gives the counted launches of \p shard the counters of those that stand at the same place of another run, \p whole.
/// \returns how many found none, since the run made another launch there or did not count it.
std::size_t addCounters(Shard &shard, const Shard &whole);

/// Leaves of the record's launches those that are the first of their kind in the run.
/// \throws std::runtime_error if the run launched something else.
void keepDistinct(Record &record, const Shard &run);

} // namespace sectorscope::check

#endif
