// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Practical ceilings, as a profile holds them, for what a run did.

#ifndef SECTORSCOPE_RUNTIME_CHECK_CEILING_H
#define SECTORSCOPE_RUNTIME_CHECK_CEILING_H

#include "Run.h"

#include "sectorscope/TargetModel.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sectorscope::check {

/// What explain() has made sure of. \throws std::logic_error if it is not there after all.
template <typename Value> const Value &known(const std::optional<Value> &value) {
  if (!value)
    throw std::logic_error("a ceiling is missing that was looked for before");
  return *value;
}

/// Why the profile's ceilings are not those of the run, a line each: another device, driver, ECC or power state, or no
/// ceilings at all. Empty if they are.
///
/// Worked example: {"driver: the ceilings are of 580.159.04, the run of 570.12"}.
std::vector<std::string> ceilingProblems(const Run &run, const TargetModel &target);

/// Bytes a second from and to DRAM that a loop of this mix was seen to reach; straight between the mixes measured.
/// Empty unless reads, writes, copy and triad were measured.
///
/// Worked example: of 0.5 the H200's copy, 4047e9; of 0.5833, half way to the triad, 4154e9.
std::optional<double> ceilingOfMix(const Ceilings &ceilings, double readShare);

/// What loads can bring in a second that keep so many bytes in flight: the measured curve, and below its first point in
/// proportion, since latency changes no more. Empty where not measured.
std::optional<double> rateInFlight(const Ceilings &ceilings, double bytes);

/// The fewest bytes in flight that the measured curve needs for 98 of 100 of its highest rate. Empty where not
/// measured.
std::optional<double> enoughInFlight(const Ceilings &ceilings);

} // namespace sectorscope::check

#endif
