// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes twins, for people and as JSON.

#include "TwinText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

/// In percent; never -0.
double whole(double share) { return std::round(100 * share) + 0.0; }

std::string percent(double share) { return fmt::format("{} %", whole(share)); }

std::string timeText(double seconds, const std::optional<double> &bytes) {
  std::string text = fmt::format("{:.4g} ms", 1e3 * seconds);
  if (bytes)
    text += fmt::format(", {:.4g} GB/s", *bytes / seconds / 1e9);
  return text;
}

std::string lossText(const TwinLoss &loss, const std::optional<double> &predicted, const std::optional<double> &bytes) {
  return fmt::format("{}, padded {}: {} lost ({} to {}), {}", timeText(loss.seconds, bytes),
                     timeText(loss.paddedSeconds, bytes), percent(loss.usual), whole(loss.least), percent(loss.most),
                     predicted ? percent(*predicted) + " predicted" : "nothing predicted");
}

Json lossJson(const std::optional<TwinLoss> &loss, const std::optional<double> &predicted,
              const std::optional<double> &bytes) {
  if (!loss)
    return nullptr;
  const auto rate = [&](double seconds) { return bytes ? Json(*bytes / seconds) : Json(); };
  return {{"seconds", loss->seconds},
          {"bytes_per_second", rate(loss->seconds)},
          {"padded_seconds", loss->paddedSeconds},
          {"padded_bytes_per_second", rate(loss->paddedSeconds)},
          {"loss", {{"usual", loss->usual}, {"least", loss->least}, {"most", loss->most}}},
          {"predicted_loss", predicted ? Json(*predicted) : Json()}};
}

} // namespace

TwinPrediction predictionOf(const Twin &twin, const PredictedLaunch *launch) {
  TwinPrediction prediction;
  if (!launch || twin.pitches.empty())
    return prediction;
  const auto take = [](std::optional<double> &most, const std::optional<double> &one) {
    if (one)
      most = std::max(most.value_or(*one), *one);
  };
  for (const PredictedAccess &access : launch->accesses)
    if (access.gapStride && std::abs(*access.gapStride) == twin.pitches.front().bytes) {
      take(prediction.loss, access.campingLoss);
      take(prediction.lossInL2, access.campingLossInL2);
    }
  return prediction;
}

std::optional<double> bytesOf(const PredictedLaunch *launch) {
  if (!launch || !launch->totals.usefulRead || !launch->totals.usefulWritten)
    return std::nullopt;
  return *launch->totals.usefulRead + *launch->totals.usefulWritten;
}

std::string toText(const Twin &twin, const PredictedLaunch *launch) {
  if (!twin.refusal.empty() || twin.pitches.empty())
    return fmt::format("no padded twin ({} is its pitch): {}", twin.argument, twin.refusal);
  const TwinPitch &pitch = twin.pitches.front();
  const TwinPrediction predicted = predictionOf(twin, launch);
  const std::optional<double> bytes = bytesOf(launch);
  std::string text = fmt::format("pitch of {} bytes ({} = {})", pitch.bytes, twin.argument, pitch.value);
  const char *separator = ": ";
  for (const bool inL2 : {false, true})
    if (const auto loss = lossOf(twin, inL2)) {
      text += fmt::format("{}{} {}", separator, inL2 ? "run again at once" : "caches flushed",
                          lossText(*loss, inL2 ? predicted.lossInL2 : predicted.loss, bytes));
      separator = "; ";
    }
  return text;
}

Json confirmedJson(const Twin &twin, const PredictedLaunch *launch) {
  const TwinPrediction predicted = predictionOf(twin, launch);
  const std::optional<double> bytes = bytesOf(launch);
  Json pitches = Json::array();
  for (const TwinPitch &pitch : twin.pitches)
    pitches.push_back({{"value", pitch.value}, {"bytes", pitch.bytes}});
  return {{"argument", twin.argument},
          {"refusal", twin.refusal.empty() ? Json() : Json(twin.refusal)},
          {"pitches", std::move(pitches)},
          {"caches_flushed", lossJson(lossOf(twin, false), predicted.loss, bytes)},
          {"run_again", lossJson(lossOf(twin, true), predicted.lossInL2, bytes)}};
}

} // namespace sectorscope::check
