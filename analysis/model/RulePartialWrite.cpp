// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/RecordField.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace sectorscope {
namespace {

/// Shares of the sectors of a request. Below the first, it is the ends of rows.
constexpr double kSomeAreOpen = 0.25, kMostAreOpen = 0.5;
/// A single sector per request is no traffic to speak of.
constexpr double kFewestOpen = 2;
/// Loads fetch so few of the sectors that the fills are those that are left open.
constexpr double kReadByChance = 0.02;
/// From here on it is cheaper to write the rest of the sector as well.
constexpr double kNearlyWhole = 24;

/// Something may touch the same array of which it is not known where.
bool isObscured(const RuleInput &input) {
  const std::string &array = input.access.site.accessed;
  const std::vector<AccessReport> &all = input.launch.accesses;
  return std::any_of(all.begin(), all.end(), [&](const AccessReport &other) {
    const std::string &obstacle = other.neighbours.obstacle;
    const bool mayMeet = array.empty() || other.site.accessed.empty() || other.site.accessed == array;
    return isGlobal(other.site) && mayMeet && !obstacle.empty() && obstacle != kNotExecuted;
  });
}

/// Stores of the launch write every byte of the record: sectors stay open because not every record is written.
bool isWholeRecord(const RuleInput &input, const RecordField &field) {
  std::map<std::int64_t, std::int64_t> widths; // by offset
  std::vector<std::size_t> stores = input.access.neighbours.siblings;
  stores.push_back(input.launch.indexOf(input.access));
  for (const std::size_t i : stores) {
    const AccessReport &store = input.launch.accesses[i];
    const std::optional<RecordField> its = recordFieldOf(input.kernel, input.launch, store);
    if (its && its->array == field.array)
      widths.emplace(its->offset, store.site.bytesPerLane);
  }
  std::int64_t end = 0;
  for (const auto &[offset, width] : widths)
    if (offset == end)
      end += width;
  return end == field.recordBytes;
}

std::string adviceFor(const RuleInput &input, double covered) {
  const std::optional<RecordField> field = recordFieldOf(input.kernel, input.launch, input.access);
  const unsigned sector = input.target.sectorBytes;
  if (field && field->recordBytes <= input.access.site.bytesPerLane)
    return "idle lanes leave gaps: let them write as well (what is there already, where the kernel knows it), or "
           "compact "
           "the output";
  if (field && covered >= kNearlyWhole && field->recordBytes % sector == 0)
    return fmt::format(
        "store the other {} bytes as well (padding, or what the thread knows of them): whole sectors are "
        "not filled",
        formatCount(sector - covered));
  if (field && field->recordBytes % sector != 0 && isWholeRecord(input, *field)) {
    const std::int64_t padded = (field->recordBytes / sector + 1) * sector;
    return fmt::format(
        "pad the record from {} to {} bytes and store the padding as well: records then share no sectors, "
        "for {}% more memory",
        field->recordBytes, padded,
        formatCount(100.0 * static_cast<double>(padded) / static_cast<double>(field->recordBytes) - 100, 0));
  }
  if (field && field->recordBytes <= 8 * sector)
    return fmt::format("keep what is written here in an array of its own (structure of arrays): {} whole sectors per "
                       "request; or write whole records",
                       formatCount(input.access.footprint.idealSectors.mean));
  return "let neighbouring lanes write neighbouring addresses, or gather the output in shared memory and write it row "
         "by "
         "row";
}

/// Sectors per request that stay open; 0 if that is not worth a word, or not known.
double openSectors(const RuleInput &input) {
  const AccessSite &site = input.access.site;
  const Footprint &f = input.access.footprint;
  const Neighbours &n = input.access.neighbours;
  if (!isGlobal(site) || site.inSystemHeader || site.kind != AccessKind::Store || f.certainty != Certainty::Exact ||
      !f.joined || !n.obstacle.empty() || n.comesBackLater || n.readShare > kReadByChance ||
      input.target.fillsPartialWrites == false || isObscured(input))
    return 0;
  const double open = f.joined->partialSectors.mean;
  return open >= kSomeAreOpen * f.sectors.mean && open >= kFewestOpen ? open : 0;
}

/// An earlier one speaks for all that share its sectors.
bool isSpokenFor(const RuleInput &input) {
  const std::size_t self = input.launch.indexOf(input.access);
  const std::vector<std::size_t> &siblings = input.access.neighbours.siblings;
  return std::any_of(siblings.begin(), siblings.end(), [&](std::size_t other) {
    return other < self && openSectors(inputOf(input, input.launch.accesses[other])) > 0;
  });
}

Severity severityOf(const RuleInput &input, double open) {
  // Without a value nobody has measured it on this part.
  const bool isSure = input.target.fillsPartialWrites.has_value();
  return isSure && open >= kMostAreOpen * input.access.footprint.sectors.mean ? Severity::Warning : Severity::Note;
}

} // namespace

bool warnsOfOpenSectors(const RuleInput &input) {
  const double open = openSectors(input);
  return open > 0 && severityOf(input, open) == Severity::Warning;
}

std::optional<Judgement> partialWrite(const RuleInput &input) {
  const double open = openSectors(input);
  if (open <= 0 || isSpokenFor(input))
    return std::nullopt;
  const AccessSite &site = input.access.site;
  const Footprint &f = input.access.footprint;
  const Neighbours &n = input.access.neighbours;
  Judgement judgement;
  judgement.severity = severityOf(input, open);
  judgement.count = f.sectors.mean;
  judgement.ideal = f.idealSectors.mean;
  // Of the open ones: the others are whole.
  const double whole = f.sectors.mean - open;
  const double covered =
      (f.joined->bytesCoveredPerSector.mean * f.sectors.mean - whole * input.target.sectorBytes) / open;
  const unsigned sector = input.target.sectorBytes;
  const bool isAll = open > 0.999 * f.sectors.mean;
  judgement.what = fmt::format(
      "store of {} byte{} per lane leaves {} sectors of a request partly written, {} of {} bytes of each{}: {} fills "
      "per request, {} a read of {} bytes from DRAM",
      site.bytesPerLane, site.bytesPerLane == 1 ? "" : "s",
      isAll ? fmt::format("all {}", formatCount(open))
            : fmt::format("{} of {}", formatCount(open), formatCount(f.sectors.mean)),
      formatCount(covered), sector, isAll ? "" : " of these as a mean", formatCount(open),
      input.target.fillsPartialWrites ? "each" : "each perhaps", sector);
  const std::optional<LaneStride> stride = laneStrideOf(input);
  const std::string lines = linesOf(input.launch, n.siblings, site.place);
  const auto &strides = f.blockStrideBytes;
  const bool hasOpenStride = n.isStandIn && std::find(strides.begin(), strides.end(), std::nullopt) != strides.end();
  judgement.evidence = fmt::format("address {}{}; {}{}", input.access.address,
                                   stride ? ": neighbouring lanes are " + stride->text + " bytes apart" : "",
                                   n.siblings.empty() ? "no store beside it completes them"
                                   : lines.empty()    ? "the stores beside it are counted with it"
                                                      : "the stores at " + lines + " are counted with it",
                                   hasOpenStride ? ", and large values taken for sizes that are not known" : "");
  judgement.advice = adviceFor(input, covered);
  return judgement;
}

} // namespace sectorscope
