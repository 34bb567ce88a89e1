// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What pitches cost in each pattern, and how fast atomics are.

#include "Derivations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace sectorscope::check {

namespace {

struct Pitch {
  double straight = 0;        ///< seconds, or cycles, at the pitch itself
  std::vector<double> padded; ///< at those a few lines longer
  double rows = 0, bytes = 0, spread = 0;
};

/// Of the samples in the middle half, over the median: what the clock alone makes differ.
double spreadOf(const RawRow &row) {
  std::vector<double> sorted = row.samples;
  std::ranges::sort(sorted);
  return (sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4]) / row.median();
}

double medianOf(std::vector<double> values) { return RawRow{"", "", {}, std::move(values)}.median(); }

} // namespace

void deriveStrides(ProfileDraft &draft) {
  std::map<std::pair<std::string, bool>, std::map<double, Pitch>> curves;
  for (const char *quantity : {"seconds", "cycles"})
    for (const RawRow *row : draft.raw.of("stride", quantity)) {
      Pitch &pitch = curves[{row->text("pattern"), row->text("state") == "warm"}][row->number("pitch")];
      rateOf(*row, 1); // not zero
      if (row->number("padding") != 0) {
        pitch.padded.push_back(row->median());
        continue;
      }
      pitch.straight = row->median();
      pitch.rows = row->number("rows");
      pitch.bytes = row->number("bytes");
      pitch.spread = spreadOf(*row);
    }
  if (curves.empty())
    return draft.unmeasured("strides", "no experiment 'stride'");
  MeasuredTable table{"strides", {"pattern", "state", "pitchBytes", "rows", "bytes", "loss", "spread"}, {}};
  for (const auto &[key, pitches] : curves) {
    StrideCurve curve{key.first, key.second, {}};
    for (const auto &[bytes, pitch] : pitches) {
      if (pitch.straight <= 0 || pitch.padded.empty())
        throw std::runtime_error(fmt::format("experiment 'stride' has no twin of {} at {} bytes", key.first, bytes));
      const auto lossAgainst = [&](double padded) {
        return std::round((1 - padded / pitch.straight) * 1000) / 1000; // finer is noise
      };
      const auto [fastest, slowest] = std::ranges::minmax(pitch.padded);
      const double loss = lossAgainst(medianOf(pitch.padded));
      curve.losses.emplace_back(bytes, MeasuredLoss{loss, lossAgainst(slowest), lossAgainst(fastest)});
      table.rows.push_back(
          {key.first, key.second ? "warm" : "cold", bytes, pitch.rows, pitch.bytes, loss, rounded(pitch.spread, 2)});
    }
    draft.profile.target.strides.push_back(std::move(curve));
  }
  draft.measured("strides", "stride: share of the rate that a pitch loses against the median, the slowest and "
                            "the fastest of its padded twins");
  draft.profile.measured.push_back(std::move(table));
}

void deriveAtomics(ProfileDraft &draft) {
  std::map<std::tuple<std::string, std::string, double>, std::map<double, double>> rates;
  for (const RawRow *row : draft.raw.of("atomics", "seconds"))
    rates[{row->text("operation"), row->text("type"), row->number("stride")}][row->number("addresses")] =
        rounded(rateOf(*row, row->number("operations")));
  if (rates.empty())
    return draft.unmeasured("atomics", "no experiment 'atomics'");
  for (const auto &[key, points] : rates) {
    const auto &[operation, type, stride] = key;
    draft.profile.target.atomics.push_back(
        {operation, type, static_cast<unsigned>(stride), Curve{{points.begin(), points.end()}}});
  }
  draft.measured("atomics", "atomics: lane operations per second, neighbouring lanes at neighbouring addresses");
}

} // namespace sectorscope::check
