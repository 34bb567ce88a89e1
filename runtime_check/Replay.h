// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replay: holds a report against a record. No GPU, no profiler.

#ifndef SECTORSCOPE_RUNTIME_CHECK_REPLAY_H
#define SECTORSCOPE_RUNTIME_CHECK_REPLAY_H

#include "Prediction.h"
#include "Record.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// Right, Bounded and Unknown are agreement as far as the report goes.
/// Wrong: an exact number differs, or a measured one lies outside a bound.
/// CompilerChanged: the machine code does not hold the access as the IR has it (elsewhere, other widths, split warps,
/// more or fewer copies of it). NotExecuted: no warp ran it. NotPredicted: the record has a launch or an instruction
/// that the report lacks.
enum class Verdict { Right, Bounded, Unknown, Wrong, CompilerChanged, NotExecuted, NotPredicted };
inline constexpr std::size_t verdictCount = 7;

/// "exact and right", "bounded", ...
const char *toString(Verdict verdict);

/// One source place of one launch: all accesses of the report and all machine instructions there, of one kind.
struct Comparison {
  Verdict verdict = Verdict::Unknown;
  std::string kernel; ///< demangled
  unsigned order = 0; ///< of the launch
  Dim3 grid{}, block{};
  Place place;
  std::string kind, space;
  std::string predicted; ///< "4 sectors x 1024 requests"
  std::string measured;
  std::string unit; ///< "sectors" or "wavefronts"
  /// Per request, as far as it is one number.
  std::optional<double> predictedMean, measuredMean;
  std::optional<double> predictedRequests, measuredRequests;
  std::string evidence; ///< why it is not right: the numbers that differ, the machine instructions, the reason
  bool foundElsewhere =
      false; ///< only one side has this place, and in sum the numbers stand on other lines of the other
};

struct ReplayResult {
  std::vector<Comparison> comparisons; ///< by kernel and launch as in the record, then by place
  std::array<std::size_t, verdictCount> counts{};
  bool anyWrong() const { return counts[static_cast<std::size_t>(Verdict::Wrong)] != 0; }
};

/// Two means agree if they differ by at most this share.
inline constexpr double meanTolerance = 1e-3;

/// Reports round means to four decimals: a sum over requests may be off by this much for each of them, and no more.
inline constexpr double meanRounding = 0.500001e-4;

/// A record's launch is compared with the report's launch that was predicted for it (PredictedLaunch::orders); else
/// with the report's launch of the same kernel, grid and block (several of one shape in order), else with one of the
/// same block and unknown grid, else with one whose block is unknown.
ReplayResult replay(const Record &record, const std::vector<PredictedKernel> &report);

/// The report's kernel of the same mangled name, else of the same name, else the only one of the same base name:
/// compilers name lambdas differently. Null if there is none.
const PredictedKernel *predictedKernel(const std::vector<PredictedKernel> &report, const KernelRecord &kernel);

/// What was predicted of a launch of a run (PredictedLaunch::orders); null if nothing was.
const PredictedLaunch *predictedFor(const std::vector<PredictedKernel> &report, const KernelRecord &kernel,
                                    const Launch &launch);

/// The table, one line a comparison that is not simply right (every one if \p all), and the counts.
std::string toText(const ReplayResult &result, bool all);

} // namespace sectorscope::check

#endif
