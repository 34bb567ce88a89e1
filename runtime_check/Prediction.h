// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a report (schema "sectorscope-report/1") predicts, read back from JSON as far as a comparison needs it.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PREDICTION_H
#define SECTORSCOPE_RUNTIME_CHECK_PREDICTION_H

#include "Record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// The mean is NaN where only bounds are known.
struct Range {
  double min = 0, mean = 0, max = 0;
};

/// One access of a report under one launch. A number that the report leaves null is empty.
struct PredictedAccess {
  std::string id;
  Place place;     ///< the user's line
  Place innermost; ///< innermost frame of the inline stack; the user's line if there is no stack
  std::string kind, space, status, reason;
  unsigned bytesPerLane = 0;
  bool assumesTail = false;
  std::optional<double> requests;
  bool reducedByAssembler = false; ///< one lane of a warp is left
  std::optional<double> activeLanes;
  std::optional<Range> sectors, lines, wavefronts;
  std::optional<double> idealSectors;
  std::optional<std::int64_t> gapStride; ///< a power of two at which blocks leave gaps
  /// Of the bandwidth, at that stride; the second where the data lie in L2 already.
  std::optional<double> campingLoss, campingLossInL2;
};

/// Sectors of a whole launch; what the report leaves null is empty.
struct PredictedTotals {
  std::optional<double> sectorsRead, sectorsWritten; ///< demanded
  std::optional<double> touched;                     ///< distinct ones, read and written
  std::optional<double> dramRead;                    ///< while the launch runs, by the L2 of the part
  std::optional<double> dramReadOnce;                ///< likewise, by an L2 that forgets nothing
  std::optional<double> usefulRead, usefulWritten;   ///< bytes that the source asks for
  std::optional<double> dramWritten;                 ///< sectors, by the L2 of the part
  std::optional<double> fills;                       ///< of dramRead: for sectors written in part
  std::string reason;                                ///< why something is missing
};

struct PredictedLaunch {
  std::optional<Dim3> grid, block;
  std::vector<std::uint64_t> orders; ///< of the launches of a run that it was made for; empty: of none
  PredictedTotals totals;
  std::vector<PredictedAccess> accesses;
};

struct PredictedKernel {
  std::string name, mangled;
  std::vector<PredictedLaunch> launches;
};

/// \throws std::runtime_error with one line: not JSON, another schema, a field missing or of another type.
std::vector<PredictedKernel> predictionsFromJson(const std::string &json);

} // namespace sectorscope::check

#endif
