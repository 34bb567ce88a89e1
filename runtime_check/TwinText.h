// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a twin shows, beside what was predicted.

#ifndef SECTORSCOPE_RUNTIME_CHECK_TWINTEXT_H
#define SECTORSCOPE_RUNTIME_CHECK_TWINTEXT_H

#include "Prediction.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace sectorscope::check {

/// Losses that were predicted of the stride that a twin pads; empty where none was.
struct TwinPrediction {
  std::optional<double> loss, lossInL2;
};

/// The largest of the accesses at that stride. \p launch may be null.
TwinPrediction predictionOf(const Twin &twin, const PredictedLaunch *launch);

/// Bytes that the source asks for in one launch; empty where the report does not tell. \p launch may be null.
std::optional<double> bytesOf(const PredictedLaunch *launch);

/// "pitch of 8388608 bytes (pitch = 2097152): caches flushed 0.812 ms, 813 GB/s, padded 0.706 ms, 935 GB/s: 13 % lost
/// (8 to 14 %), 13 % predicted; run again at once ...". Bandwidth is of the bytes that the source asks for.
std::string toText(const Twin &twin, const PredictedLaunch *launch);

/// The same, with a number for each, for a confirmation.
nlohmann::ordered_json confirmedJson(const Twin &twin, const PredictedLaunch *launch);

} // namespace sectorscope::check

#endif
