// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Peak, clocks, and what the part was seen to reach.

#include "Derivations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

namespace sectorscope::check {

namespace {

/// The memory clock is told as that of the commands; data move on both edges.
constexpr unsigned kTransfersPerClock = 2;
/// Memory beside the processor has so many bits or more, and keeps the bits of its error correction beside the data.
constexpr unsigned kStackedBusBits = 1024;

std::string eccOf(const RawTable &raw) {
  if (raw.head("ecc") == "0")
    return "off";
  return raw.headNumber("memory_bus_bits") >= kStackedBusBits ? "on, beside the data" : "on, within the data";
}

struct Mix {
  double reads, writes;
  auto operator<=>(const Mix &) const = default;
};

struct Best {
  double rate = 0;
  const RawRow *row = nullptr;
  void take(double other, const RawRow *from) {
    if (other > rate)
      *this = {other, from};
  }
};

double bytesOf(const RawRow &row) { return (row.number("reads") + row.number("writes")) * row.number("array_bytes"); }

/// What all resident threads have asked for before the first of it arrives.
double inFlightOf(const RawRow &row) {
  return row.number("resident") * row.number("threads") * row.number("elements") * row.number("lane_bytes") *
         row.number("reads");
}

/// Several configurations keep the same bytes in flight: the fastest counts.
std::optional<Curve> bytesInFlight(const std::vector<const RawRow *> &rows) {
  std::map<double, double> fastest;
  for (const RawRow *row : rows)
    if (row->number("reads") == 1 && row->number("writes") == 0) {
      double &rate = fastest[inFlightOf(*row)];
      rate = std::max(rate, rounded(rateOf(*row, bytesOf(*row))));
    }
  if (fastest.empty())
    return std::nullopt;
  return Curve{{fastest.begin(), fastest.end()}};
}

void deriveBandwidth(ProfileDraft &draft, Ceilings &ceilings) {
  const std::vector<const RawRow *> rows = draft.raw.of("bandwidth", "seconds");
  std::map<Mix, Best> best;
  std::map<std::pair<Mix, double>, Best> bestOfWidth;
  for (const RawRow *row : rows) {
    const Mix mix{row->number("reads"), row->number("writes")};
    const double rate = rateOf(*row, bytesOf(*row));
    best[mix].take(rate, row);
    bestOfWidth[{mix, row->number("lane_bytes")}].take(rate, row);
  }
  const auto ceilingOf = [&](Mix mix) -> std::optional<double> {
    const auto it = best.find(mix);
    return it == best.end() ? std::nullopt : std::optional(rounded(it->second.rate));
  };
  ceilings.readBytesPerSecond = ceilingOf({1, 0});
  ceilings.writeBytesPerSecond = ceilingOf({0, 1});
  ceilings.copyBytesPerSecond = ceilingOf({1, 1});
  ceilings.triadBytesPerSecond = ceilingOf({2, 1});
  Curve mixes;
  for (const Mix mix : {Mix{1, 3}, Mix{3, 1}})
    if (const auto rate = ceilingOf(mix))
      mixes.points.emplace_back(mix.reads / (mix.reads + mix.writes), *rate);
  if (!mixes.points.empty())
    ceilings.mixBytesPerSecond = mixes;
  ceilings.bytesInFlight = bytesInFlight(rows);

  MeasuredTable table{
      "bandwidth", {"reads", "writes", "laneBytes", "bytesPerSecond", "ofPeak", "blocks", "elementsPerThread"}, {}};
  const double peak = draft.profile.target.peak.value_or(Peak{}).bytesPerSecond;
  for (const auto &[key, one] : bestOfWidth)
    table.rows.push_back({key.first.reads, key.first.writes, key.second, rounded(one.rate), rounded(one.rate / peak, 3),
                          one.row->number("blocks"), one.row->number("elements")});
  if (!table.rows.empty())
    draft.profile.measured.push_back(std::move(table));
}

/// The largest rate, and all of them as a table.
std::optional<double> transactions(ProfileDraft &draft, const char *experiment, const char *name,
                                   const char *perRequest, const char *distinguishes) {
  MeasuredTable table{name, {distinguishes, "perRequest", "perSecond"}, {}};
  double best = 0;
  for (const RawRow *row : draft.raw.of(experiment, "seconds")) {
    const double rate = rateOf(*row, row->number("requests") * row->number(perRequest));
    best = std::max(best, rate);
    table.rows.push_back({row->text(distinguishes), row->number(perRequest), rounded(rate)});
  }
  if (table.rows.empty())
    return std::nullopt;
  draft.profile.measured.push_back(std::move(table));
  return rounded(best);
}

} // namespace

void derivePeak(ProfileDraft &draft) {
  Peak peak;
  peak.busBits = static_cast<unsigned>(draft.raw.headNumber("memory_bus_bits"));
  peak.memoryHertz = draft.raw.headNumber("memory_kilohertz") * 1e3;
  peak.transfersPerClock = kTransfersPerClock;
  peak.bytesPerSecond = rounded(peak.transfersPerClock * peak.memoryHertz * peak.busBits / 8);
  peak.ecc = eccOf(draft.raw);
  draft.measured("peak", fmt::format("device attributes: {} transfers x {:.0f} MHz x {} bits / 8 = {:.0f} GB/s; ECC {}",
                                     peak.transfersPerClock, peak.memoryHertz / 1e6, peak.busBits,
                                     peak.bytesPerSecond / 1e9, peak.ecc));
  draft.profile.target.peak = std::move(peak);
}

void deriveCeilings(ProfileDraft &draft) {
  Ceilings ceilings;
  ceilings.measured =
      fmt::format("{}, driver {}, {}", draft.raw.head("part"), draft.raw.head("driver"), draft.raw.head("date"));
  deriveBandwidth(draft, ceilings);
  ceilings.l1LinesPerSecond = transactions(draft, "l1_lines", "l1Lines", "lines_per_request", "banks");
  ceilings.l2SectorsPerSecond = transactions(draft, "l2_sectors", "l2Sectors", "sectors_per_request", "pattern");
  for (const RawRow *row : draft.raw.of("arithmetic", "seconds")) {
    const double bits = row->number("bits");
    (bits == 16   ? ceilings.halfFlopPerSecond
     : bits == 32 ? ceilings.singleFlopPerSecond
                  : ceilings.doubleFlopPerSecond) = rounded(rateOf(*row, row->number("flop")));
  }
  const std::pair<const char *, const char *> experiments[] = {{"bandwidth", "ceilings of bytes"},
                                                               {"l1_lines", "ceilings.l1LinesPerSecond"},
                                                               {"l2_sectors", "ceilings.l2SectorsPerSecond"},
                                                               {"arithmetic", "ceilings of operations"}};
  std::string found;
  for (const auto &[experiment, what] : experiments)
    if (draft.raw.of(experiment, "seconds").empty())
      draft.profile.missing.push_back(fmt::format("{}: no experiment '{}'", what, experiment));
    else
      found += (found.empty() ? "" : ", ") + std::string(experiment);
  if (found.empty()) {
    draft.unmeasured("ceilings", "no experiment of rates");
    return;
  }
  draft.measured("ceilings",
                 fmt::format("experiments {}: the fastest configuration of each, median of its runs", found));
  draft.profile.target.ceilings = std::move(ceilings);
}

void deriveClocks(ProfileDraft &draft) {
  const auto rates = draft.raw.of("clocks", "bytes_per_second");
  const auto times = draft.raw.of("clocks", "seconds_since_begin");
  if (rates.empty() || times.empty()) {
    draft.profile.missing.emplace_back("measured.clocks: no experiment 'clocks'");
    return;
  }
  MeasuredTable table{"clocks", {"when", "copyBytesPerSecond", "smMegahertz", "memoryMegahertz"}, {}};
  const auto mean = [](const std::vector<double> &samples, std::size_t from, std::size_t to) {
    to = std::min(to, samples.size());
    const std::span some = std::span(samples).subspan(std::min(from, to), to - std::min(from, to));
    return some.empty() ? 0 : std::accumulate(some.begin(), some.end(), 0.0) / static_cast<double>(some.size());
  };
  const auto row = [&](const std::string &when, std::size_t from, std::size_t to) {
    std::vector<MeasuredTable::Cell> cells = {when, rounded(mean(rates[0]->samples, from, to))};
    for (const char *clock : {"sm_megahertz", "memory_megahertz"}) {
      const auto found = draft.raw.of("clocks", clock);
      if (found.empty())
        cells.emplace_back("unknown");
      else
        cells.emplace_back(rounded(mean(found[0]->samples, from, to)));
    }
    table.rows.push_back(std::move(cells));
  };
  const std::vector<double> &end = times[0]->samples;
  const auto lastSecond =
      static_cast<std::size_t>(std::ranges::lower_bound(end, end.back() - std::min(1.0, end.back() / 2)) - end.begin());
  row("first 50 ms", 0, 1);
  row(fmt::format("sustained, at the end of {:.1f} s", end.back()), lastSecond, end.size());
  draft.profile.measured.push_back(std::move(table));
}

} // namespace sectorscope::check
