// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Twin: one launch made again on copies of its data, at the row pitch as it is and at padded ones.

#ifndef SECTORSCOPE_RUNTIME_CHECK_TWIN_H
#define SECTORSCOPE_RUNTIME_CHECK_TWIN_H

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// Times at one pitch. `cold`: caches flushed before each run; `inL2`: right after a run on the same data.
struct TwinPitch {
  std::int64_t value = 0; ///< of the argument
  std::int64_t bytes = 0; ///< the stride that it makes
  std::vector<std::uint64_t> coldNanoseconds, inL2Nanoseconds;
  friend bool operator==(const TwinPitch &, const TwinPitch &) = default;
};

/// Worked example: column walk over rows of 2^21 words: argument "pitch", 2097152 and 8388608 bytes as it is; 2097184
/// and 8388736 bytes with one line more.
struct Twin {
  std::string argument;           ///< of the kernel, that is the pitch
  std::vector<TwinPitch> pitches; ///< as it is, then the padded ones
  std::string refusal;            ///< why there are no times; empty if there are
  friend bool operator==(const Twin &, const Twin &) = default;
};

/// What padding gains: share of the rate lost at the first pitch against the median, the slowest and the fastest of the
/// others, and the median time of the first and of the usual other.
struct TwinLoss {
  double usual = 0, least = 0, most = 0;
  double seconds = 0, paddedSeconds = 0;
};

/// Empty where there are no times. \p inL2: of data that lay in L2, else from DRAM.
///
/// Worked example: medians of 10 ms, and of 9.2, 8.8 and 8.7 ms: usual 0.12, least 0.08, most 0.13.
std::optional<TwinLoss> lossOf(const Twin &twin, bool inL2);

/// {"argument": "pitch", "refusal": "", "pitches": [{"value": 512, "bytes": 2048, "cold_ns": [...], "l2_ns": [...]}]}
nlohmann::ordered_json toJson(const Twin &twin);

/// \throws nlohmann::json::exception
Twin twinFromJson(const nlohmann::ordered_json &json);

} // namespace sectorscope::check

#endif
