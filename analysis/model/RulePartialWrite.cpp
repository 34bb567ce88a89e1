// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/RecordField.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>

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

std::string adviceFor(const RuleInput &input, double covered) {
  const std::optional<RecordField> field = recordFieldOf(input.kernel, input.launch, input.access);
  const unsigned sector = input.target.sectorBytes;
  if (field && covered >= kNearlyWhole && field->recordBytes % sector == 0)
    return fmt::format(
        "store the other {} bytes as well (padding, or what the thread knows of them): whole sectors are "
        "not filled",
        formatCount(sector - covered));
  if (field && field->recordBytes <= 8 * sector)
    return fmt::format("keep what is written here in an array of its own (structure of arrays): {} whole sectors per "
                       "request; or write whole records",
                       formatCount(input.access.footprint.idealSectors.mean));
  return "let neighbouring lanes write neighbouring addresses, or gather the output in shared memory and write it row "
         "by "
         "row";
}

} // namespace

std::optional<Judgement> partialWrite(const RuleInput &input) {
  const AccessSite &site = input.access.site;
  const Footprint &f = input.access.footprint;
  const Neighbours &n = input.access.neighbours;
  if (!isGlobal(site) || site.kind != AccessKind::Store || f.certainty != Certainty::Exact || !f.joined ||
      !n.obstacle.empty() || n.comesBackLater || n.readShare > kReadByChance ||
      input.target.fillsPartialWrites == false || isObscured(input))
    return std::nullopt;
  const double open = f.joined->partialSectors.mean, share = open / f.sectors.mean;
  if (!(share >= kSomeAreOpen) || open < kFewestOpen)
    return std::nullopt;

  Judgement judgement;
  judgement.severity = share >= kMostAreOpen ? Severity::Warning : Severity::Note;
  judgement.count = f.sectors.mean;
  judgement.ideal = f.idealSectors.mean;
  // Of the open ones: the others are whole.
  const double whole = f.sectors.mean - open;
  const double covered =
      (f.joined->bytesCoveredPerSector.mean * f.sectors.mean - whole * input.target.sectorBytes) / open;
  const unsigned sector = input.target.sectorBytes;
  const bool isAll = share > 0.999;
  judgement.what = fmt::format(
      "store of {} byte{} per lane leaves {} sectors of a request partly written, {} of {} bytes of each{}: {} "
      "per request, {} a read of {} bytes from DRAM",
      site.bytesPerLane, site.bytesPerLane == 1 ? "" : "s",
      isAll ? fmt::format("all {}", formatCount(open))
            : fmt::format("{} of {}", formatCount(open), formatCount(f.sectors.mean)),
      formatCount(covered), sector, isAll ? "" : " of these as a mean",
      open == 1 ? "1 fill" : formatCount(open) + " fills",
      input.target.fillsPartialWrites ? "each" : "on some parts each", sector);
  const std::optional<LaneStride> stride = laneStrideOf(input);
  const std::string lines = linesOf(input.launch, n.siblings, site.place);
  const auto &strides = f.blockStrideBytes;
  const bool hasOpenStride = n.isStandIn && std::find(strides.begin(), strides.end(), std::nullopt) != strides.end();
  judgement.evidence = fmt::format("address {}{}; {}{}", input.access.address,
                                   stride ? ": neighbouring lanes are " + stride->text + " bytes apart" : "",
                                   lines.empty() ? "no store beside it completes them"
                                                 : "the stores at " + lines + " are counted with it",
                                   hasOpenStride ? ", and large values taken for sizes that are not known" : "");
  judgement.advice = adviceFor(input, covered);
  return judgement;
}

} // namespace sectorscope
