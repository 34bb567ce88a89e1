// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What DRAM fetches, and what L2 holds.

#include "Derivations.h"
#include "Metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sectorscope::check {

namespace {

/// Sectors read from DRAM for each unit (a word, a sector stored), by the parameter that distinguishes the rows.
std::vector<std::pair<double, double>> readPer(const RawTable &raw, const char *experiment, const char *by,
                                               const char *unit) {
  std::vector<std::pair<double, double>> result;
  for (const RawRow *row : raw.of(experiment, "dram_sectors_read"))
    result.emplace_back(row->number(by), rounded(row->median() / row->number(unit)));
  std::ranges::sort(result);
  return result;
}

void addTable(ProfileDraft &draft, const char *name, std::vector<std::string> columns,
              const std::vector<std::pair<double, double>> &points) {
  if (points.empty())
    return;
  MeasuredTable table{name, std::move(columns), {}};
  for (const auto &[x, y] : points)
    table.rows.push_back({x, y});
  draft.profile.measured.push_back(std::move(table));
}

/// A whole number of sectors, and not nearly one.
std::optional<unsigned> wholeSectors(double sectors) {
  const double nearest = std::round(sectors);
  if (nearest < 1 || std::abs(sectors - nearest) > 0.05 * nearest)
    return std::nullopt;
  return static_cast<unsigned>(nearest);
}

void deriveDemand(ProfileDraft &draft) {
  const auto loads = readPer(draft.raw, "load", "stride", "words");
  addTable(draft, "loads", {"strideBytes", "dramSectorsPerWord"}, loads);
  if (loads.empty())
    return draft.uncounted("dramDemandGranuleBytes", "load");
  const auto [stride, sectors] = loads.back();
  if (const auto whole = wholeSectors(sectors)) {
    draft.profile.target.dramDemandGranuleBytes = *whole * static_cast<unsigned>(sectorBytes);
    draft.measured("dramDemandGranuleBytes",
                   fmt::format("load: {} DRAM sectors for a word every {} bytes; the limit of the fetch granularity, "
                               "which a program may change, read {}",
                               sectors, stride, draft.raw.head("l2_fetch_granularity")));
  } else {
    draft.unmeasured("dramDemandGranuleBytes", fmt::format("{} DRAM sectors for a word is no whole number", sectors));
  }
}

void deriveFills(ProfileDraft &draft) {
  const auto stores = readPer(draft.raw, "store", "bytes_of_sector", "sectors");
  addTable(draft, "stores", {"bytesOfSector", "dramSectorsReadPerSector"}, stores);
  double partial = 0, full = -1, fewest = 1e9;
  for (const auto &[bytes, sectors] : stores) {
    if (bytes >= sectorBytes)
      full = sectors;
    else
      partial = std::max(partial, sectors), fewest = std::min(fewest, sectors);
  }
  if (stores.empty() || full < 0 || fewest > 1e8) {
    draft.uncounted("fillsPartialWrites", "store");
    draft.uncounted("dramFillGranuleBytes", "store");
    return;
  }
  const bool fills = fewest > 0.5 && full < 0.05, none = partial < 0.05;
  const std::string how = fmt::format("store: {} to {} DRAM sectors read for each sector left partly written, {} for "
                                      "each whole one",
                                      fewest, partial, full);
  if (fills || none) {
    draft.profile.target.fillsPartialWrites = fills;
    draft.measured("fillsPartialWrites", how);
  } else {
    draft.unmeasured("fillsPartialWrites", "neither always nor never: " + how);
  }
  if (const auto whole = fills ? wholeSectors(partial) : std::nullopt) {
    draft.profile.target.dramFillGranuleBytes = *whole * static_cast<unsigned>(sectorBytes);
    draft.measured("dramFillGranuleBytes", how);
  } else {
    draft.unmeasured("dramFillGranuleBytes", how);
  }
}

/// Over time: halves of sectors that are stored, halves of pieces that are loaded, so many bytes apart.
void deriveTimes(ProfileDraft &draft) {
  if (const auto halves = readPer(draft.raw, "store_halves", "apart_bytes", "sectors"); halves.empty()) {
    draft.uncounted("l2FillsHalves", "store_halves");
  } else {
    draft.profile.target.l2FillsHalves = Curve{halves};
    draft.measured("l2FillsHalves", "store_halves: DRAM sectors read per sector that is stored by halves");
  }
  const auto &granule = draft.profile.target.dramDemandGranuleBytes;
  auto pieces = readPer(draft.raw, "load_halves", "apart_bytes", "pieces");
  if (pieces.empty())
    return draft.uncounted("l2ForgetsReads", "load_halves");
  if (granule != 64)
    return draft.unmeasured("l2ForgetsReads", "the pieces of the experiment are those of a 64-byte granule");
  for (auto &[apart, again] : pieces) // two sectors each, once or twice
    again = std::max(0.0, rounded(again / 2 - 1));
  draft.profile.target.l2ForgetsReads = Curve{pieces};
  draft.measured("l2ForgetsReads", "load_halves: DRAM sectors read beyond the first time, per sector");
}

void deriveColdAtomics(ProfileDraft &draft) {
  const auto adds = readPer(draft.raw, "cold_atomics", "stride", "adds");
  addTable(draft, "coldAtomics", {"strideBytes", "dramSectorsReadPerAdd"}, adds);
  if (adds.empty())
    return draft.uncounted("sectorsPerColdAtomic", "cold_atomics");
  draft.profile.target.sectorsPerColdAtomic = adds.back().second;
  draft.measured("sectorsPerColdAtomic",
                 fmt::format("cold_atomics: DRAM sectors read for an add every {} bytes", adds.back().first));
}

/// Hits and rate by what is read again, one table for each way to grow it.
void deriveCapacity(ProfileDraft &draft, const char *experiment, const char *name) {
  std::map<std::pair<double, double>, std::vector<MeasuredTable::Cell>> rows;
  const bool byBlocks = std::string_view(experiment) == "l2_blocks";
  const auto keyOf = [&](const RawRow &row) {
    return byBlocks ? std::pair(row.number("bytes_per_block"), row.number("blocks"))
                    : std::pair(row.number("bytes"), 0.0);
  };
  for (const RawRow *row : draft.raw.of(experiment, "seconds")) {
    const auto key = keyOf(*row);
    const double bytes = byBlocks ? key.first * key.second : key.first;
    auto &cells = rows[key];
    cells = {bytes, rounded(rateOf(*row, bytes * row->number("passes")))};
    if (byBlocks)
      cells.insert(cells.begin(), {key.second, key.first});
  }
  std::map<std::pair<double, double>, double> misses;
  for (const RawRow *row : draft.raw.of(experiment, "l2_miss_sectors"))
    misses[keyOf(*row)] = row->median();
  for (const RawRow *row : draft.raw.of(experiment, "l2_hit_sectors"))
    if (const auto it = rows.find(keyOf(*row)); it != rows.end())
      if (const double all = row->median() + misses[it->first]; all > 0)
        it->second.emplace_back(rounded(row->median() / all, 3));
  if (rows.empty())
    return;
  MeasuredTable table{name, {"bytes", "bytesPerSecond", "hitRate"}, {}};
  if (byBlocks)
    table.columns.insert(table.columns.begin(), {"blocks", "bytesPerBlock"});
  for (auto &[key, cells] : rows) {
    if (cells.size() < table.columns.size())
      cells.emplace_back("not counted");
    table.rows.push_back(std::move(cells));
  }
  draft.profile.measured.push_back(std::move(table));
}

/// Sum over average counts the slices; maximum over average is their balance.
void deriveSlices(ProfileDraft &draft) {
  const auto sums = draft.raw.of("slices", "l2_slice_sectors");
  const auto average = draft.raw.of("slices", "l2_slice_sectors_avg");
  const auto most = draft.raw.of("slices", "l2_slice_sectors_max");
  if (sums.empty() || average.size() != sums.size() || most.size() != sums.size())
    return draft.uncounted("l2Slices", "slices");
  MeasuredTable table{"slices", {"pitchBytes", "paddingBytes", "blocks", "maximumOverAverage"}, {}};
  for (std::size_t i = 0; i != sums.size(); ++i) {
    if (average[i]->median() <= 0)
      throw std::runtime_error("experiment 'slices' counted no sectors");
    table.rows.push_back({sums[i]->number("pitch"), sums[i]->number("padding"), sums[i]->number("blocks"),
                          rounded(most[i]->median() / average[i]->median(), 3)});
  }
  draft.profile.target.l2Slices = static_cast<unsigned>(std::lround(sums[0]->median() / average[0]->median()));
  draft.measured("l2Slices", "slices: sectors of all slices over their average");
  draft.profile.measured.push_back(std::move(table));
}

/// Against as many words that lie dense: what more was read from DRAM, and how much longer it took.
void derivePages(ProfileDraft &draft) {
  constexpr double kDense = 128;
  std::map<std::pair<double, double>, std::pair<double, std::optional<double>>> walks; // words, stride
  for (const RawRow *row : draft.raw.of("pages", "seconds"))
    walks[{row->number("words"), row->number("stride")}].first = row->median();
  for (const RawRow *row : draft.raw.of("pages", "dram_sectors_read"))
    walks[{row->number("words"), row->number("stride")}].second = row->median();
  MeasuredTable table{"pages", {"pageBytes", "words", "timeOverDense", "moreDramSectorsPerPage"}, {}};
  for (const auto &[key, walk] : walks) {
    const auto dense = walks.find({key.first, kDense});
    if (key.second == kDense || dense == walks.end() || dense->second.first <= 0)
      continue;
    MeasuredTable::Cell more = "not counted";
    if (walk.second && dense->second.second)
      more = rounded((*walk.second - *dense->second.second) / key.first, 2);
    table.rows.push_back({key.second, key.first, rounded(walk.first / dense->second.first, 3), more});
  }
  if (!table.rows.empty())
    draft.profile.measured.push_back(std::move(table));
}

void derivePersistence(ProfileDraft &draft) {
  MeasuredTable asked{"persistenceGranted", {"askedBytes", "grantedBytes"}, {}};
  for (const RawRow *row : draft.raw.of("persistence", "granted_bytes"))
    asked.rows.push_back({row->number("asked_bytes"), row->median()});
  if (!asked.rows.empty())
    draft.profile.measured.push_back(std::move(asked));

  MeasuredTable gains{"persistence", {"pattern", "hotBytes", "streamPerHot", "gain", "dramSectorsKept"}, {}};
  const auto twin = [&](const RawRow &row, const char *quantity, const char *kept) -> const RawRow * {
    auto wanted = row.parameters;
    wanted["kept"] = kept;
    for (const RawRow *other : draft.raw.of("persistence", quantity))
      if (other->parameters == wanted)
        return other;
    return nullptr;
  };
  for (const RawRow *row : draft.raw.of("persistence", "seconds")) {
    const RawRow *kept = twin(*row, "seconds", "yes");
    if (row->text("kept") != "no" || !kept)
      continue;
    const bool hot = row->parameters.contains("hot_bytes");
    MeasuredTable::Cell sectors = "not counted";
    const RawRow *without = twin(*row, "dram_sectors_read", "no"), *with = twin(*row, "dram_sectors_read", "yes");
    if (without && with && without->median() > 0)
      sectors = rounded(with->median() / without->median(), 3);
    gains.rows.push_back({row->text("pattern"), hot ? row->number("hot_bytes") : 0,
                          hot ? row->number("stream_per_hot") : 0, rounded(rateOf(*kept, row->median()) - 1, 2),
                          sectors});
  }
  if (!gains.rows.empty())
    draft.profile.measured.push_back(std::move(gains));
}

} // namespace

void deriveGranules(ProfileDraft &draft) {
  deriveDemand(draft);
  deriveFills(draft);
  deriveTimes(draft);
  deriveColdAtomics(draft);
}

void deriveCache(ProfileDraft &draft) {
  deriveCapacity(draft, "l2_footprint", "l2Footprint");
  deriveCapacity(draft, "l2_blocks", "l2ResidentBlocks");
  deriveSlices(draft);
  derivePages(draft);
  derivePersistence(draft);
}

} // namespace sectorscope::check
