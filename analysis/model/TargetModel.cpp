// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads target profiles: the built-in ones, embedded by cmake/EmbedFiles.cmake, and those a user brings.

#include "sectorscope/TargetModel.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <string_view>

namespace sectorscope {

namespace detail {
struct EmbeddedProfile {
  const char *name;
  const char *text;
};
extern const EmbeddedProfile embeddedProfiles[];
extern const unsigned embeddedProfileCount;
} // namespace detail

namespace {

using Json = nlohmann::json;

constexpr std::string_view schemaName = "sectorscope-profile/1";

[[noreturn]] void fail(const std::string &field, const std::string &what) {
  throw std::runtime_error("profile field '" + field + "' " + what);
}

/// Takes fields out of one object and remembers which it was asked for, so that a misspelt one is found.
class FieldReader {
public:
  /// `prefix`: what messages put before the names of the fields, "ceilings.".
  explicit FieldReader(const Json &object, std::string prefix = "") : object(object), prefix(std::move(prefix)) {}

  std::string text(const std::string &field) {
    const Json &value = required(field);
    if (!value.is_string() || value.get_ref<const std::string &>().empty())
      fail(prefix + field, "must be a non-empty string");
    return value.get<std::string>();
  }

  template <typename Number> Number positive(const std::string &field) {
    return positiveOf<Number>(field, required(field));
  }

  template <typename Number> std::optional<Number> optionalPositive(const std::string &field) {
    const Json *value = find(field);
    if (!value)
      return std::nullopt;
    return positiveOf<Number>(field, *value);
  }

  /// [[bytes, share], ...]
  std::optional<Curve> optionalCurve(const std::string &field, const std::string &columns = "[bytes, share]") {
    const Json *value = find(field);
    if (!value)
      return std::nullopt;
    Curve curve{points(field, *value, columns)};
    for (const auto &[x, y] : curve.points)
      if (y < 0)
        failPoints(field, columns);
    return curve;
  }

  /// Pairs whose second number may be negative.
  std::vector<std::pair<double, double>> points(const std::string &field, const std::string &columns) {
    return points(field, required(field), columns);
  }

  /// [[bytes, share lost], ...], each with the least and the most behind it where twins were told apart.
  std::vector<std::pair<double, MeasuredLoss>> losses(const std::string &field) {
    std::vector<std::pair<double, MeasuredLoss>> result;
    const auto isNumber = [](const Json &one) { return one.is_number(); };
    for (const Json &point : required(field)) {
      const bool isPoint =
          point.is_array() && (point.size() == 2 || point.size() == 4) && std::ranges::all_of(point, isNumber);
      const std::vector<double> numbers = isPoint ? point.get<std::vector<double>>() : std::vector<double>{-1, 0};
      const MeasuredLoss loss{numbers[1], numbers.size() == 4 ? numbers[2] : numbers[1], numbers.back()};
      if (numbers[0] < 0 || (!result.empty() && numbers[0] <= result.back().first) || loss.least > loss.usual ||
          loss.most < loss.usual)
        failLosses(field);
      result.emplace_back(numbers[0], loss);
    }
    if (result.empty())
      failLosses(field);
    return result;
  }

  std::optional<double> optionalNumber(const std::string &field) {
    const Json *value = find(field);
    if (!value)
      return std::nullopt;
    return positiveNumberOf(field, *value);
  }

  double positiveNumber(const std::string &field) { return positiveNumberOf(field, required(field)); }

  std::optional<bool> optionalFlag(const std::string &field) {
    const Json *value = find(field);
    if (!value)
      return std::nullopt;
    if (!value->is_boolean())
      fail(field, "must be true, false or null");
    return value->get<bool>();
  }

  /// Null where there is none.
  const Json *optionalArray(const std::string &field) {
    const Json *value = find(field);
    if (value && (!value->is_array() || value->empty()))
      fail(prefix + field, "must be a list with something in it");
    return value;
  }

  std::map<std::string, std::string> texts(const std::string &field) {
    const Json *value = find(field);
    std::map<std::string, std::string> result;
    if (!value)
      return result;
    if (!value->is_object())
      fail(field, "must be an object of strings");
    for (const auto &[key, entry] : value->items()) {
      if (!entry.is_string())
        fail(field + "." + key, "must be a string");
      result.emplace(key, entry.get<std::string>());
    }
    return result;
  }

  /// Null where there is none.
  const Json *optionalObject(const std::string &field) {
    const Json *value = find(field);
    if (value && !value->is_object())
      fail(prefix + field, "must be an object");
    return value;
  }

  /// Of objects; null where there is none.
  const Json *optionalList(const std::string &field) {
    const Json *value = find(field);
    if (value && (!value->is_array() || !std::ranges::all_of(*value, [](const Json &one) { return one.is_object(); })))
      fail(prefix + field, "must be a list of objects");
    return value;
  }

  /// \throws std::runtime_error for the first field that nobody asked for.
  void refuseUnknown() const {
    for (const auto &[key, value] : object.items())
      if (!asked.contains(key))
        fail(prefix + key, "is not known");
  }

private:
  const Json *find(const std::string &field) {
    asked.insert(field);
    auto it = object.find(field);
    return it == object.end() || it->is_null() ? nullptr : &*it;
  }

  const Json &required(const std::string &field) {
    const Json *value = find(field);
    if (!value)
      fail(prefix + field, "is missing");
    return *value;
  }

  [[noreturn]] void failPoints(const std::string &field, const std::string &columns) const {
    fail(prefix + field, "must be a list of pairs of numbers, " + columns + ", with " +
                             columns.substr(1, columns.find(',') - 1) + " that ascend");
  }

  [[noreturn]] void failLosses(const std::string &field) const {
    fail(prefix + field, "must be a list of [bytes, share lost] or [bytes, share lost, least, most], with bytes that "
                         "ascend");
  }

  std::vector<std::pair<double, double>> points(const std::string &field, const Json &value,
                                                const std::string &columns) const {
    std::vector<std::pair<double, double>> result;
    for (const Json &point : value) {
      if (!point.is_array() || point.size() != 2 || !point[0].is_number() || !point[1].is_number() ||
          point[0].get<double>() < 0 || (!result.empty() && point[0].get<double>() <= result.back().first))
        failPoints(field, columns);
      result.emplace_back(point[0].get<double>(), point[1].get<double>());
    }
    if (result.empty())
      failPoints(field, columns);
    return result;
  }

  double positiveNumberOf(const std::string &field, const Json &value) const {
    if (!value.is_number() || value.get<double>() <= 0)
      fail(prefix + field, "must be a positive number");
    return value.get<double>();
  }

  template <typename Number> Number positiveOf(const std::string &field, const Json &value) const {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() == 0 ||
        value.get<std::uint64_t>() > std::numeric_limits<Number>::max())
      fail(prefix + field, "must be a positive whole number");
    return value.get<Number>();
  }

  const Json &object;
  std::string prefix;
  std::set<std::string> asked;
};

Ceilings readCeilings(const Json &object) {
  FieldReader reader(object, "ceilings.");
  Ceilings ceilings;
  ceilings.measured = reader.text("measured");
  ceilings.readBytesPerSecond = reader.optionalNumber("readBytesPerSecond");
  ceilings.writeBytesPerSecond = reader.optionalNumber("writeBytesPerSecond");
  ceilings.copyBytesPerSecond = reader.optionalNumber("copyBytesPerSecond");
  ceilings.triadBytesPerSecond = reader.optionalNumber("triadBytesPerSecond");
  ceilings.mixBytesPerSecond = reader.optionalCurve("mixBytesPerSecond", "[shares, bytes per second]");
  ceilings.bytesInFlight = reader.optionalCurve("bytesInFlight", "[bytes, bytes per second]");
  ceilings.l1LinesPerSecond = reader.optionalNumber("l1LinesPerSecond");
  ceilings.l2SectorsPerSecond = reader.optionalNumber("l2SectorsPerSecond");
  ceilings.halfFlopPerSecond = reader.optionalNumber("halfFlopPerSecond");
  ceilings.singleFlopPerSecond = reader.optionalNumber("singleFlopPerSecond");
  ceilings.doubleFlopPerSecond = reader.optionalNumber("doubleFlopPerSecond");
  reader.refuseUnknown();
  return ceilings;
}

Peak readPeak(const Json &object) {
  FieldReader reader(object, "peak.");
  Peak peak;
  peak.busBits = reader.positive<unsigned>("busBits");
  peak.memoryHertz = reader.positiveNumber("memoryHertz");
  peak.transfersPerClock = reader.positive<unsigned>("transfersPerClock");
  peak.bytesPerSecond = reader.positiveNumber("bytesPerSecond");
  peak.ecc = reader.text("ecc");
  reader.refuseUnknown();
  return peak;
}

/// {"masks": [[12, 16], ...], "observedBits": [10, 19], "slicesPerGroup": 1}: masks by the bits that are set.
SliceHash readSliceHash(const Json &object) {
  FieldReader reader(object, "sliceHash.");
  SliceHash hash;
  const Json *observed = reader.optionalArray("observedBits");
  const auto isBit = [](const Json &bit) { return bit.is_number_unsigned() && bit.get<std::uint64_t>() < 64; };
  if (!observed || observed->size() != 2 || !isBit((*observed)[0]) || !isBit((*observed)[1]) ||
      (*observed)[0] > (*observed)[1])
    fail("sliceHash.observedBits", "must be the lowest and the highest bit of an address, [10, 19]");
  hash.lowestBit = (*observed)[0].get<unsigned>();
  hash.highestBit = (*observed)[1].get<unsigned>();
  const Json *masks = reader.optionalArray("masks");
  const bool isSome = masks && masks->size() <= 16;
  for (const Json &bits : isSome ? *masks : Json::array()) {
    std::uint64_t mask = 0;
    for (const Json &bit : bits)
      if (bits.is_array() && isBit(bit) && bit >= hash.lowestBit && bit <= hash.highestBit)
        mask |= std::uint64_t{1} << bit.get<unsigned>();
      else
        mask = ~std::uint64_t{0};
    hash.masks.push_back(mask);
  }
  const auto isBad = [](std::uint64_t mask) { return mask == 0 || mask == ~std::uint64_t{0}; };
  if (!isSome || std::ranges::any_of(hash.masks, isBad))
    fail("sliceHash.masks", "must be up to 16 lists of observed bits, [[12, 16], [10, 17]]");
  hash.slicesPerGroup = reader.optionalPositive<unsigned>("slicesPerGroup").value_or(1);
  reader.refuseUnknown();
  return hash;
}

Partitions readPartitions(const Json &object) {
  FieldReader reader(object, "partitions.");
  Partitions partitions{reader.positive<unsigned>("count"), reader.positive<unsigned>("bytes")};
  reader.refuseUnknown();
  return partitions;
}

StrideCurve readStrideCurve(const Json &object) {
  FieldReader reader(object, "strides.");
  StrideCurve curve;
  curve.pattern = reader.text("pattern");
  const std::string state = reader.text("state");
  if (state != "cold" && state != "warm")
    fail("strides.state", "must be \"cold\" or \"warm\"");
  curve.warm = state == "warm";
  curve.losses = reader.losses("losses");
  reader.refuseUnknown();
  return curve;
}

AtomicRates readAtomicRates(const Json &object) {
  FieldReader reader(object, "atomics.");
  AtomicRates rates;
  rates.operation = reader.text("operation");
  rates.type = reader.text("type");
  rates.strideBytes = reader.positive<unsigned>("strideBytes");
  rates.perSecond.points = reader.points("perSecond", "[addresses, operations per second]");
  reader.refuseUnknown();
  return rates;
}

bool isPowerOfTwo(unsigned value) { return value && !(value & (value - 1)); }

/// "sm_90" -> 90, so that sm_100 follows sm_90; other names come first.
unsigned archNumber(std::string_view arch) {
  unsigned number = 0;
  for (char c : arch)
    if (c >= '0' && c <= '9')
      number = number * 10 + static_cast<unsigned>(c - '0');
  return number;
}

} // namespace

double Curve::at(double bytes) const {
  const auto next = std::ranges::find_if(points, [&](const auto &point) { return point.first > bytes; });
  if (next == points.begin())
    return points.front().second;
  if (next == points.end())
    return points.back().second;
  const auto &[x0, y0] = *std::prev(next);
  const auto &[x1, y1] = *next;
  return y0 + (y1 - y0) * (bytes - x0) / (x1 - x0);
}

const MeasuredLoss *StrideCurve::at(double pitch) const {
  const auto found = std::ranges::find(losses, pitch, &std::pair<double, MeasuredLoss>::first);
  return found == losses.end() ? nullptr : &found->second;
}

TargetModel parseTarget(const std::string &json) {
  Json document = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded())
    throw std::runtime_error("profile is not valid JSON");
  if (!document.is_object())
    throw std::runtime_error("profile must be a JSON object");

  FieldReader reader(document);
  if (reader.text("schema") != schemaName)
    fail("schema", "must be \"" + std::string(schemaName) + "\"");
  TargetModel target;
  target.arch = reader.text("arch");
  target.name = reader.text("name");
  target.warpSize = reader.positive<unsigned>("warpSize");
  target.sectorBytes = reader.positive<unsigned>("sectorBytes");
  target.lineBytes = reader.positive<unsigned>("lineBytes");
  target.maxThreadsPerBlock = reader.positive<unsigned>("maxThreadsPerBlock");
  target.sharedBanks = reader.positive<unsigned>("sharedBanks");
  target.sharedBankBytes = reader.positive<unsigned>("sharedBankBytes");
  target.sharedBytesPerBlock = reader.optionalPositive<unsigned>("sharedBytesPerBlock");
  target.dramDemandGranuleBytes = reader.optionalPositive<unsigned>("dramDemandGranuleBytes");
  target.dramFillGranuleBytes = reader.optionalPositive<unsigned>("dramFillGranuleBytes");
  target.fillsPartialWrites = reader.optionalFlag("fillsPartialWrites");
  target.multiprocessors = reader.optionalPositive<unsigned>("multiprocessors");
  target.threadsPerMultiprocessor = reader.optionalPositive<unsigned>("threadsPerMultiprocessor");
  target.blocksPerMultiprocessor = reader.optionalPositive<unsigned>("blocksPerMultiprocessor");
  target.l2Bytes = reader.optionalPositive<std::uint64_t>("l2Bytes");
  target.l2ForgetsReads = reader.optionalCurve("l2ForgetsReads");
  target.l2FillsHalves = reader.optionalCurve("l2FillsHalves");
  target.sectorsPerColdAtomic = reader.optionalNumber("sectorsPerColdAtomic");
  target.l2Slices = reader.optionalPositive<unsigned>("l2Slices");
  if (const Json *hash = reader.optionalObject("sliceHash"))
    target.sliceHash = readSliceHash(*hash);
  if (const Json *partitions = reader.optionalObject("partitions"))
    target.partitions = readPartitions(*partitions);
  if (const Json *ceilings = reader.optionalObject("ceilings"))
    target.ceilings = readCeilings(*ceilings);
  if (const Json *peak = reader.optionalObject("peak"))
    target.peak = readPeak(*peak);
  if (const Json *strides = reader.optionalList("strides"))
    for (const Json &curve : *strides)
      target.strides.push_back(readStrideCurve(curve));
  if (const Json *atomics = reader.optionalList("atomics"))
    for (const Json &rates : *atomics)
      target.atomics.push_back(readAtomicRates(rates));
  reader.optionalObject("measured");
  target.sources = reader.texts("sources");
  reader.refuseUnknown();

  // Footprints mask addresses with these, and a lane mask has 64 bits at most.
  if (!isPowerOfTwo(target.sectorBytes))
    fail("sectorBytes", "must be a power of two");
  if (!isPowerOfTwo(target.lineBytes) || target.lineBytes < target.sectorBytes)
    fail("lineBytes", "must be a power of two and at least sectorBytes");
  if (!isPowerOfTwo(target.sharedBankBytes))
    fail("sharedBankBytes", "must be a power of two");
  if (!isPowerOfTwo(target.warpSize) || target.warpSize > 64)
    fail("warpSize", "must be a power of two and at most 64");
  return target;
}

std::optional<TargetModel> builtinTarget(const std::string &arch) {
  for (unsigned i = 0; i != detail::embeddedProfileCount; ++i)
    if (arch == detail::embeddedProfiles[i].name)
      return parseTarget(detail::embeddedProfiles[i].text);
  return std::nullopt;
}

std::vector<std::string> builtinTargetNames() {
  std::vector<std::string> names;
  for (unsigned i = 0; i != detail::embeddedProfileCount; ++i)
    names.emplace_back(detail::embeddedProfiles[i].name);
  std::ranges::sort(names, {}, [](const std::string &arch) { return std::pair(archNumber(arch), arch); });
  return names;
}

} // namespace sectorscope
