// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Medians of twins, and twins as JSON.

#include "Twin.h"

#include "Median.h"

#include <algorithm>

namespace sectorscope::check {

std::optional<TwinLoss> lossOf(const Twin &twin, bool inL2) {
  std::vector<double> medians;
  for (const TwinPitch &pitch : twin.pitches)
    if (const auto median = medianOf(inL2 ? pitch.inL2Nanoseconds : pitch.coldNanoseconds); median && *median > 0)
      medians.push_back(static_cast<double>(*median) * 1e-9);
  if (medians.size() < 2 || medians.size() != twin.pitches.size())
    return std::nullopt;
  const double straight = medians.front();
  medians.erase(medians.begin());
  const auto [fastest, slowest] = std::ranges::minmax(medians);
  const double usual = medianOf(medians).value_or(straight);
  return TwinLoss{.usual = 1 - usual / straight,
                  .least = 1 - slowest / straight,
                  .most = 1 - fastest / straight,
                  .seconds = straight,
                  .paddedSeconds = usual};
}

nlohmann::ordered_json toJson(const Twin &twin) {
  nlohmann::ordered_json json = {
      {"argument", twin.argument}, {"refusal", twin.refusal}, {"pitches", nlohmann::ordered_json::array()}};
  for (const TwinPitch &pitch : twin.pitches)
    json["pitches"].push_back({{"value", pitch.value},
                               {"bytes", pitch.bytes},
                               {"cold_ns", pitch.coldNanoseconds},
                               {"l2_ns", pitch.inL2Nanoseconds}});
  return json;
}

Twin twinFromJson(const nlohmann::ordered_json &json) {
  Twin twin{.argument = json.at("argument").get<std::string>(),
            .pitches = {},
            .refusal = json.at("refusal").get<std::string>()};
  for (const auto &pitch : json.at("pitches"))
    twin.pitches.push_back({.value = pitch.at("value").get<std::int64_t>(),
                            .bytes = pitch.at("bytes").get<std::int64_t>(),
                            .coldNanoseconds = pitch.at("cold_ns").get<std::vector<std::uint64_t>>(),
                            .inL2Nanoseconds = pitch.at("l2_ns").get<std::vector<std::uint64_t>>()});
  return twin;
}

} // namespace sectorscope::check
