// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/AccessJudge.h"
#include "model/FormatExpr.h"
#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace sectorscope {

namespace {

/// Waste is judged against what a contiguous access of the same width moves: half of that, but no more than 4 sectors
/// (one line of a 4-byte access). Keeps quiet about two rows of a 16x16 tile that ask for one word each.
double smallestWaste(const RuleInput &input) {
  const Spread &lanes = input.access.footprint.activeLanes;
  const double activeLanes = input.access.footprint.certainty == Certainty::Exact ? lanes.mean : lanes.max;
  const double contiguous = activeLanes * input.access.site.bytesPerLane / input.target.sectorBytes;
  return std::min(4.0, contiguous / 2);
}

/// What threadIdx.x should run along, by the name of what steps through neighbouring elements of `width` bytes.
std::string alongContiguous(const Formula &formula, unsigned width) {
  static const std::map<std::string, std::string> dimensions = {
      {"tid.y", "the contiguous dimension: swap the roles of x and y"},
      {"tid.z", "the contiguous dimension: swap the roles of x and z"},
      {"ctaid.x", "what blockIdx.x counts, the contiguous dimension"},
      {"ctaid.y", "what blockIdx.y counts, the contiguous dimension"},
      {"ctaid.z", "what blockIdx.z counts, the contiguous dimension"}};
  std::string along = "the contiguous dimension";
  for (const FormulaTerm &term : formula.terms) // threads come last: they can be swapped within the block
    if (const auto known = dimensions.find(term.text); known != dimensions.end() && term.coefficient == width)
      along = known->second;
  return fmt::format("let threadIdx.x run along {}, or go through a tile in shared memory", along);
}

std::string adviceFor(const RuleInput &input, const std::optional<LaneStride> &stride) {
  const unsigned width = input.access.site.bytesPerLane;
  const unsigned fieldLimit = 4 * input.target.sectorBytes;
  if (stride && stride->bytes && *stride->bytes > width && *stride->bytes <= fieldLimit)
    return input.access.site.kind == AccessKind::Store
               ? "write whole elements, or keep this field in an array of its own (structure of arrays)"
               : "keep this field in an array of its own (structure of arrays), or read whole elements with 8- or "
                 "16-byte loads";
  if (stride)
    return alongContiguous(
        formulaOf(input.kernel.graph, input.access.site.address, input.launch.shape, input.access.site.loops), width);
  return "let neighbouring lanes touch neighbouring addresses";
}

/// The pieces of one copy touch the same sectors one after the other; together they may waste nothing.
bool isWholeCopyFine(const RuleInput &input) {
  AccessSite whole = input.access.site;
  if (whole.copyBytes == 0)
    return false;
  whole.bytesPerLane = whole.copyBytes;
  whole.address = whole.copyStart;
  Effort effort{.onlyExact = true};
  const Footprint f = AccessJudge(input.kernel.graph, whole, input.target, AuditOptions{})(input.launch.shape, effort);
  return f.certainty == Certainty::Exact && f.sectors.mean < wastefulRatio * f.idealSectors.mean;
}

/// A rule that knows the cause speaks at this access or for it; one finding is enough.
bool isSaidBetter(const RuleInput &input) {
  if (isLoneField(input) || warnsOfOpenSectors(input))
    return true;
  const AccessReport *load = updatedLoadOf(input);
  return load && isLoneField(inputOf(input, *load));
}

/// What splitVector says of the stores of which this is one, if one vector would waste nothing.
std::optional<Judgement> wholeVector(const RuleInput &input) {
  const VectorPiece *piece = input.access.site.kind == AccessKind::Store ? input.pieces.of(input.access) : nullptr;
  if (!piece || piece->sectorsThen >= wastefulRatio * piece->idealThen)
    return std::nullopt;
  return splitVector(inputOf(input, input.launch.accesses[piece->parts.front()]));
}

} // namespace

bool isFetchShared(const AccessReport &access) {
  constexpr double mostOfASector = 24;
  return access.site.kind == AccessKind::Load && !access.site.bypassesL1 && access.neighbours.obstacle.empty() &&
         !access.neighbours.siblings.empty() && access.neighbours.bytesAtOnce >= mostOfASector - 0.01;
}

std::optional<Judgement> excessOf(const RuleInput &input) {
  const Footprint &footprint = input.access.footprint;
  if (!isGlobal(input.access.site))
    return std::nullopt;
  Judgement judgement;
  double stridePart = 0; // the sectors that alignment does not explain
  switch (footprint.certainty) {
  case Certainty::Unknown:
    return std::nullopt;
  case Certainty::Bounded:
    // What certainly happens: the fewest sectors against the largest ideal, less one sector for an odd start. Where
    // that is no evidence, what full warps move.
    judgement.atLeast = true;
    judgement.count = footprint.sectors.min;
    judgement.ideal = footprint.idealSectors.max;
    stridePart = footprint.sectors.min - 1;
    if (stridePart < wastefulRatio * judgement.ideal && hasUsualCount(footprint)) {
      judgement.atLeast = false;
      judgement.atMost = true;
      judgement.count = footprint.sectors.mean;
      judgement.ideal = footprint.idealSectors.mean;
      stridePart = footprint.sectorsIfAligned;
    }
    break;
  case Certainty::Exact:
    judgement.count = footprint.sectors.mean;
    judgement.ideal = footprint.idealSectors.mean;
    stridePart = footprint.sectorsIfAligned;
    break;
  }
  if (footprint.uniform || footprint.hangsOnData || judgement.ideal <= 0)
    return std::nullopt;
  if (stridePart < wastefulRatio * judgement.ideal || stridePart - judgement.ideal < smallestWaste(input))
    return std::nullopt;
  return judgement;
}

std::optional<Judgement> excessSectors(const RuleInput &input) {
  std::optional<Judgement> excess = excessOf(input);
  if (!excess || isSaidBetter(input))
    return std::nullopt;
  const std::optional<Judgement> vector = wholeVector(input);
  if (vector && vector->severity == Severity::Warning)
    return std::nullopt;
  Judgement &judgement = *excess;
  const Footprint &footprint = input.access.footprint;
  const std::optional<LaneStride> stride = laneStrideOf(input);
  judgement.evidence =
      fmt::format("address {}: {}{}{}% of the bytes moved are asked for", input.access.address,
                  stride ? "neighbouring lanes are " + stride->text + " bytes apart, " : "",
                  judgement.atLeast ? "at most " : "", formatCount(100 * judgement.ideal / judgement.count, 1));
  if (judgement.atMost)
    judgement.evidence += "; bounded: " + footprint.reason;
  judgement.advice = adviceFor(input, stride);
  if (isWholeCopyFine(input)) {
    judgement.severity = Severity::Note;
    judgement.evidence =
        fmt::format("address {}: one of the pieces in which clang copies {} bytes; the others use what "
                    "this one leaves",
                    input.access.address, input.access.site.copyBytes);
    judgement.advice = "nvcc moves up to 16 bytes at once; for clang, load and store a vector type by its members";
  } else if (vector) {
    judgement.severity = Severity::Note;
    judgement.evidence += "; the store beside it writes the rest of these sectors";
    judgement.advice = vector->advice;
  } else if (isFetchShared(input.access)) {
    const Neighbours &n = input.access.neighbours;
    const std::string lines = linesOf(input.launch, n.siblings, input.access.site.place);
    judgement.severity = Severity::Note;
    judgement.evidence =
        fmt::format("address {}: {}the loads {} use the rest at once: {} of {} bytes of each sector",
                    input.access.address, stride ? "neighbouring lanes are " + stride->text + " bytes apart, and " : "",
                    lines.empty() ? "beside it" : "at " + lines, formatCount(n.bytesAtOnce), input.target.sectorBytes);
    judgement.advice = "what is fetched for one is a hit in L1 for the others, no traffic";
  }
  return judgement;
}

} // namespace sectorscope
