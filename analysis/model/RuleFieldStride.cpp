// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/RecordField.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sectorscope {
namespace {

/// A stride that is longer is a row rather than a record.
constexpr std::int64_t kLongestRecord = 256;
/// Bytes of a sector: more than half of it used by one access is no field, three quarters used by all no waste.
constexpr double kMostOfOneField = 16, kMostOfAllFields = 24;
constexpr double kTolerance = 0.01;

/// The record, if the access by itself is a wasteful load of one of its fields.
std::optional<RecordField> loneFieldOf(const RuleInput &input) {
  const AccessReport &access = input.access;
  const Neighbours &n = access.neighbours;
  if (access.site.kind != AccessKind::Load || access.site.inSystemHeader || access.site.copyBytes != 0 ||
      access.footprint.certainty != Certainty::Exact || !n.obstacle.empty() || n.distinctSectors == 0 ||
      n.ownBytes > kMostOfOneField + kTolerance || n.allBytes > kMostOfAllFields - kTolerance || !excessOf(input))
    return std::nullopt;
  std::optional<RecordField> field = recordFieldOf(input.kernel, input.launch, access);
  if (!field || field->recordBytes <= access.site.bytesPerLane || field->recordBytes > kLongestRecord)
    return std::nullopt;
  return field;
}

/// An earlier one speaks for all that share its sectors.
bool isSpokenFor(const RuleInput &input) {
  const std::size_t self = input.launch.indexOf(input.access);
  const std::vector<std::size_t> &siblings = input.access.neighbours.siblings;
  return std::any_of(siblings.begin(), siblings.end(), [&](std::size_t other) {
    return other < self && loneFieldOf(inputOf(input, input.launch.accesses[other]));
  });
}

/// Where the rest of the record is read, as far as the kernel shows it.
std::string restPhrase(const RuleInput &input, const RecordField &field) {
  const SourcePlace &here = input.access.site.place;
  const std::vector<std::size_t> &siblings = input.access.neighbours.siblings;
  std::vector<std::size_t> elsewhere;
  bool isFollowed = !input.access.site.accessed.empty();
  for (std::size_t i = 0; i < input.launch.accesses.size(); ++i) {
    const AccessReport &other = input.launch.accesses[i];
    if (!isGlobal(other.site) || other.site.kind == AccessKind::Store ||
        other.site.accessed != input.access.site.accessed ||
        std::find(siblings.begin(), siblings.end(), i) != siblings.end())
      continue;
    const std::optional<RecordField> its = recordFieldOf(input.kernel, input.launch, other);
    if (!its || its->recordBytes != field.recordBytes)
      isFollowed = false;
    else if (its->offset != field.offset)
      elsewhere.push_back(i);
  }
  if (const std::string lines = linesOf(input.launch, elsewhere, here); !lines.empty())
    return fmt::format("; other fields are read at {}, from other sectors or in another loop", lines);
  if (!isFollowed || !elsewhere.empty())
    return "";
  return siblings.empty() ? "; the kernel reads no other field of it" : "; the kernel reads no other field";
}

/// "8 loads of 4 bytes instead of 2 of 16".
std::string lossPhrase(const RecordField &field, unsigned width) {
  const auto record = static_cast<unsigned>(field.recordBytes);
  unsigned vector = 16;
  while (vector > width && record % vector != 0)
    vector /= 2;
  if (record % width != 0 || record / width < 2 || vector <= width)
    return "";
  return fmt::format(
      "; code that reads whole records of such fields then needs {} loads of {} byte{} instead of {} of {}",
      record / width, width, width == 1 ? "" : "s", record / vector, vector);
}

/// Stores put back what the load, or one that it speaks for, has taken.
bool isUpdated(const RuleInput &input) {
  const std::vector<AccessReport> &all = input.launch.accesses;
  const auto isStored = [&](const AccessReport &load) {
    return std::any_of(all.begin(), all.end(), [&](const AccessReport &other) {
      return other.site.kind == AccessKind::Store && other.site.address == load.site.address;
    });
  };
  const std::vector<std::size_t> &siblings = input.access.neighbours.siblings;
  return isStored(input.access) ||
         std::any_of(siblings.begin(), siblings.end(), [&](std::size_t i) { return isStored(all[i]); });
}

} // namespace

const AccessReport *updatedLoadOf(const RuleInput &input) {
  const AccessSite &store = input.access.site;
  if (store.kind != AccessKind::Store)
    return nullptr;
  const std::vector<AccessReport> &all = input.launch.accesses;
  const auto load = std::find_if(all.begin(), all.end(), [&](const AccessReport &other) {
    return other.site.kind == AccessKind::Load && other.site.address == store.address &&
           other.site.bytesPerLane == store.bytesPerLane && other.site.loops == store.loops;
  });
  return load == all.end() ? nullptr : &*load;
}

bool isLoneField(const RuleInput &input) { return loneFieldOf(input).has_value(); }

std::optional<Judgement> fieldStride(const RuleInput &input) {
  const std::optional<RecordField> field = loneFieldOf(input);
  if (!field || isSpokenFor(input))
    return std::nullopt;
  const Neighbours &n = input.access.neighbours;
  const unsigned width = input.access.site.bytesPerLane;
  Judgement judgement = *excessOf(input);
  const std::string lines = linesOf(input.launch, n.siblings, input.access.site.place);
  const bool isAlone = n.allBytes < n.ownBytes + kTolerance;
  judgement.what = fmt::format(
      "load of {} byte{} per lane takes one field of records of {} bytes: {} of the {} bytes of a sector are used{}; "
      "{} "
      "sectors per request, ideal {} ({})",
      width, width == 1 ? "" : "s", field->recordBytes, formatCount(n.allBytes), input.target.sectorBytes,
      isAlone         ? ""
      : lines.empty() ? fmt::format(", {} by this access and the rest beside it", formatCount(n.ownBytes))
                      : fmt::format(", {} by this access and the rest at {}", formatCount(n.ownBytes), lines),
      formatCount(judgement.count), formatCount(judgement.ideal), formatRatio(judgement.count / judgement.ideal));
  judgement.evidence = fmt::format("address {}: byte {} of records of {} bytes{}{}", input.access.address,
                                   field->offset, field->recordBytes, restPhrase(input, *field),
                                   isUpdated(input) ? "; the store to it moves as many sectors" : "");
  judgement.advice = fmt::format("an array for each field that is used here (structure of arrays): {} sectors per "
                                 "request{}",
                                 formatCount(judgement.ideal), lossPhrase(*field, width));
  return judgement;
}

} // namespace sectorscope
