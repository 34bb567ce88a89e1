// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes a profile.

#include "PartProfile.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 116;

/// Without a point where there is nothing behind it.
Json number(double value) {
  if (value == std::floor(value) && std::abs(value) < 9e15)
    return static_cast<std::int64_t>(value);
  return value;
}

/// With a space after what separates.
std::string oneLine(const Json &value) {
  const std::string line = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string spaced;
  bool quoted = false;
  for (std::size_t i = 0; i != line.size(); ++i) {
    quoted ^= line[i] == '"' && (i == 0 || line[i - 1] != '\\');
    spaced += line[i];
    if (!quoted && (line[i] == ',' || line[i] == ':'))
      spaced += ' ';
  }
  return spaced;
}

/// On one line where there is room. Else one line for each part, or, of a list, as many short parts as fit on one.
void write(const Json &value, std::size_t indent, std::size_t before, std::string &text) {
  const std::string line = oneLine(value);
  if (value.empty() || value.is_primitive() || (indent > 0 && indent + before + line.size() <= kWidth)) {
    text += line;
    return;
  }
  const bool isObject = value.is_object();
  text += isObject ? "{" : "[";
  std::size_t column = kWidth; // of the line that is being filled
  for (auto it = value.begin(); it != value.end(); ++it) {
    const std::string key = isObject ? Json(it.key()).dump() + ": " : "";
    const std::size_t width = isObject ? kWidth : oneLine(*it).size() + 2;
    if (column + width > kWidth) {
      text += '\n';
      text.append(indent + 2, ' ');
      column = indent + 2;
    } else {
      text += ' ';
    }
    column += width;
    text += key;
    write(*it, indent + 2, key.size(), text);
    if (std::next(it) != value.end())
      text += ',';
  }
  text += '\n';
  text.append(indent, ' ');
  text += isObject ? "}" : "]";
}

template <typename Value> void put(Json &json, const char *name, const std::optional<Value> &value) {
  if (value)
    json[name] = number(static_cast<double>(*value));
}

Json pointsOf(const std::vector<std::pair<double, double>> &points) {
  Json json = Json::array();
  for (const auto &[x, y] : points)
    json.push_back({number(x), number(y)});
  return json;
}

Json lossesOf(const StrideCurve &curve) {
  Json json = Json::array();
  for (const auto &[pitch, loss] : curve.losses)
    json.push_back({number(pitch), number(loss.usual), number(loss.least), number(loss.most)});
  return json;
}

void put(Json &json, const char *name, const std::optional<Curve> &curve) {
  if (curve)
    json[name] = pointsOf(curve->points);
}

Json ceilingsOf(const Ceilings &ceilings) {
  Json json;
  json["measured"] = ceilings.measured;
  put(json, "readBytesPerSecond", ceilings.readBytesPerSecond);
  put(json, "writeBytesPerSecond", ceilings.writeBytesPerSecond);
  put(json, "copyBytesPerSecond", ceilings.copyBytesPerSecond);
  put(json, "triadBytesPerSecond", ceilings.triadBytesPerSecond);
  put(json, "mixBytesPerSecond", ceilings.mixBytesPerSecond);
  put(json, "bytesInFlight", ceilings.bytesInFlight);
  put(json, "l1LinesPerSecond", ceilings.l1LinesPerSecond);
  put(json, "l2SectorsPerSecond", ceilings.l2SectorsPerSecond);
  put(json, "halfFlopPerSecond", ceilings.halfFlopPerSecond);
  put(json, "singleFlopPerSecond", ceilings.singleFlopPerSecond);
  put(json, "doubleFlopPerSecond", ceilings.doubleFlopPerSecond);
  return json;
}

Json peakOf(const Peak &peak) {
  return {{"busBits", peak.busBits},
          {"memoryHertz", number(peak.memoryHertz)},
          {"transfersPerClock", peak.transfersPerClock},
          {"bytesPerSecond", number(peak.bytesPerSecond)},
          {"ecc", peak.ecc}};
}

/// Masks by the bits that are in them.
Json hashOf(const SliceHash &hash) {
  Json json;
  json["masks"] = Json::array();
  for (const std::uint64_t mask : hash.masks) {
    Json bits = Json::array();
    for (unsigned bit = 0; bit != 64; ++bit)
      if (mask >> bit & 1)
        bits.push_back(bit);
    json["masks"].push_back(std::move(bits));
  }
  json["observedBits"] = {hash.lowestBit, hash.highestBit};
  json["slicesPerGroup"] = hash.slicesPerGroup;
  return json;
}

Json factsOf(const TargetModel &target) {
  Json json;
  json["schema"] = "sectorscope-profile/1";
  json["arch"] = target.arch;
  json["name"] = target.name;
  json["warpSize"] = target.warpSize;
  json["sectorBytes"] = target.sectorBytes;
  json["lineBytes"] = target.lineBytes;
  json["maxThreadsPerBlock"] = target.maxThreadsPerBlock;
  json["sharedBanks"] = target.sharedBanks;
  json["sharedBankBytes"] = target.sharedBankBytes;
  put(json, "sharedBytesPerBlock", target.sharedBytesPerBlock);
  put(json, "dramDemandGranuleBytes", target.dramDemandGranuleBytes);
  put(json, "dramFillGranuleBytes", target.dramFillGranuleBytes);
  if (target.fillsPartialWrites)
    json["fillsPartialWrites"] = *target.fillsPartialWrites;
  put(json, "multiprocessors", target.multiprocessors);
  put(json, "threadsPerMultiprocessor", target.threadsPerMultiprocessor);
  put(json, "blocksPerMultiprocessor", target.blocksPerMultiprocessor);
  put(json, "l2Bytes", target.l2Bytes);
  put(json, "l2ForgetsReads", target.l2ForgetsReads);
  put(json, "l2FillsHalves", target.l2FillsHalves);
  put(json, "sectorsPerColdAtomic", target.sectorsPerColdAtomic);
  put(json, "l2Slices", target.l2Slices);
  if (target.sliceHash)
    json["sliceHash"] = hashOf(*target.sliceHash);
  if (target.partitions)
    json["partitions"] = {{"count", target.partitions->count}, {"bytes", target.partitions->bytes}};
  if (target.ceilings)
    json["ceilings"] = ceilingsOf(*target.ceilings);
  if (target.peak)
    json["peak"] = peakOf(*target.peak);
  for (const StrideCurve &curve : target.strides)
    json["strides"].push_back(
        {{"pattern", curve.pattern}, {"state", curve.warm ? "warm" : "cold"}, {"losses", lossesOf(curve)}});
  for (const AtomicRates &rates : target.atomics)
    json["atomics"].push_back({{"operation", rates.operation},
                               {"type", rates.type},
                               {"strideBytes", rates.strideBytes},
                               {"perSecond", pointsOf(rates.perSecond.points)}});
  return json;
}

Json tableOf(const MeasuredTable &table) {
  Json json;
  json["columns"] = table.columns;
  json["rows"] = Json::array();
  for (const auto &row : table.rows) {
    Json cells = Json::array();
    for (const MeasuredTable::Cell &cell : row)
      if (const auto *value = std::get_if<double>(&cell))
        cells.push_back(number(*value));
      else
        cells.push_back(std::get<std::string>(cell));
    json["rows"].push_back(std::move(cells));
  }
  return json;
}

} // namespace

std::string toJson(const PartProfile &profile) {
  Json json = factsOf(profile.target);
  for (const MeasuredTable &table : profile.measured)
    json["measured"][table.name] = tableOf(table);
  json["sources"] = profile.target.sources;
  std::string text;
  write(json, 0, 0, text);
  return text + "\n";
}

} // namespace sectorscope::check
