// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Explain: what bound each launch of a run, against practical ceilings, and where to look next. Analysis only:
/// ExplainText.cpp, ExplainJson.cpp and ExplainHtml.cpp print.

#ifndef SECTORSCOPE_RUNTIME_CHECK_EXPLAIN_H
#define SECTORSCOPE_RUNTIME_CHECK_EXPLAIN_H

#include "Differences.h"
#include "Gap.h"
#include "Prediction.h"
#include "Run.h"

#include "sectorscope/TargetModel.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// What may be said of the rate of a launch.
enum class RateVerdict {
  AtCeiling,      ///< bandwidth is as good as it gets for this mix
  BelowCeiling,   ///< the rows say why
  TooFewRequests, ///< the rate is that of the kernel's concurrency: no fraction is claimed
  TooShort,       ///< over before the part has settled: not called slow
  NotDetermined   ///< something is missing
};

/// "at the ceiling", "below the ceiling", ...
const char *toString(RateVerdict verdict);

/// Launches that are alike.
struct ExplainedLaunch {
  std::string kernel; ///< demangled
  unsigned order = 0, times = 0;
  Dim3 grid{}, block{};
  double seconds = 0, busySeconds = 0; ///< median; of all
  LaunchBytes bytes;
  Bounds bounds;
  std::optional<double> ceiling;  ///< bytes or transactions a second of the bound
  std::optional<double> achieved; ///< likewise
  Gap gap;
  RateVerdict verdict = RateVerdict::NotDetermined;
  std::string why;                             ///< of the verdict
  double flop = 0;                             ///< operations, single and double; tensor cores are not counted
  double flopShare = 0;                        ///< of what the part can do in that time
  double warps = 0;                            ///< at work at a time
  double smMegahertz = 0, memoryMegahertz = 0; ///< medians while they ran; 0 where no sample fell into that time
  unsigned registers = 0, residentBlocks = 0;
  double waves = 0; ///< blocks over those that the part holds at a time
  std::optional<PredictedTotals> predicted;
  std::vector<ByteDifference> differences;
  std::string decision; ///< where to look next
  /// Whether a fraction of the ceiling may be told at all.
  bool claimsFraction() const { return verdict == RateVerdict::AtCeiling || verdict == RateVerdict::BelowCeiling; }
  double fraction() const { return ceiling && achieved ? *achieved / *ceiling : 0; }
};

struct Explanation {
  std::string program, part, driver, date, caches;
  bool ecc = false;
  std::string ceilings;             ///< whose they are: "NVIDIA H200, driver 580.159.04, 2026-11-30"
  std::vector<std::string> foreign; ///< why they are another's, where that was forced
  std::optional<double> quotedPeak; ///< bytes a second: context, no denominator
  unsigned multiprocessors = 0, threadsPerMultiprocessor = 0;
  Ceilings rates;
  std::vector<StrideCurve> strides;      ///< of the profile
  std::optional<Curve> l2ForgetsReads;   ///< of the profile
  std::vector<ExplainedLaunch> launches; ///< those that take most time first
  std::vector<std::string> notes;
  std::string decision; ///< of the launch that takes most time and can be helped
};

/// A static report and where it is from. Empty: none.
struct GivenReport {
  std::string text, file;
};

/// \param report a static report (schema "sectorscope-report/1"), or empty: what is predicted then stands beside it.
/// \param isForced explain against ceilings that are another's, and say so.
/// \throws std::runtime_error with one line: ceilings of another device, driver, ECC or power state; a profile without
/// ceilings; a report that is damaged; a run in which no launch has both times and counters.
Explanation explain(const Run &run, const TargetModel &target, const GivenReport &report, bool isForced);

/// A section for each launch; the last line is the decision.
std::string toText(const Explanation &explanation);

/// Schema "sectorscope-explanation/1".
std::string toJson(const Explanation &explanation);

/// One page that needs nothing else. \throws std::runtime_error if this build has no chart library.
std::string toHtml(const Explanation &explanation);

} // namespace sectorscope::check

#endif
