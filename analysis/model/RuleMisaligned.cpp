// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatExpr.h"
#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <cmath>

namespace sectorscope {

namespace {

struct MovedPointer {
  std::string name;
  std::int64_t residue;
};

/// The pointer that the address starts from, where a run passed it.
std::optional<MovedPointer> movedPointerOf(const Formula &formula, const LaunchShape &launch) {
  for (const FormulaTerm &term : formula.terms)
    if (const auto observed = launch.pointers.find(term.text);
        term.coefficient == 1 && observed != launch.pointers.end())
      return MovedPointer{term.text, static_cast<std::int64_t>(observed->second)};
  return std::nullopt;
}

} // namespace

std::optional<Judgement> misaligned(const RuleInput &input) {
  const Footprint &footprint = input.access.footprint;
  if (!isGlobal(input.access.site) || footprint.certainty != Certainty::Exact || footprint.uniform ||
      footprint.hangsOnData)
    return std::nullopt;
  const double sectors = footprint.sectors.mean, ideal = footprint.idealSectors.mean;
  const double tolerance = 0.01 * ideal; // means of many warps, one of them partial
  if (std::abs(footprint.sectorsIfAligned - ideal) > tolerance || sectors - ideal < kSmallestMisalignedWaste)
    return std::nullopt;

  Judgement judgement;
  judgement.count = sectors;
  judgement.ideal = ideal;
  const Formula formula =
      formulaOf(input.kernel.graph, input.access.site.address, input.launch.shape, input.access.site.loops);
  const std::int64_t sector = input.target.sectorBytes;
  const auto pastBoundary = [&](std::int64_t bytes) { return (bytes % sector + sector) % sector; };
  const std::optional<MovedPointer> moved = movedPointerOf(formula, input.launch.shape);
  const std::int64_t own = pastBoundary(moved ? moved->residue : 0);
  const std::int64_t offset = pastBoundary(formula.constant + own);
  judgement.evidence =
      fmt::format("address {}: {}{}", input.access.address,
                  offset ? fmt::format("starts {} bytes past a {}-byte boundary", offset, sector)
                         : fmt::format("rows start off the {}-byte boundaries", sector),
                  moved && own ? fmt::format(", since {} was passed {} bytes past one", moved->name, own) : "");
  // What moves nearly the same sectors and starts on a boundary, as the centre of a stencil does: then the odd start
  // costs no traffic beyond L1.
  if (const AccessReport *neighbour = input.aligned.near(input.access, formula, 4 * sector)) {
    judgement.severity = Severity::Note;
    judgement.advice = fmt::format("the access at {} moves nearly the same sectors: usually a hit in L1, no traffic",
                                   formatPlace(neighbour->site.place));
  } else {
    judgement.advice = fmt::format("start rows and arrays on a {}-byte boundary: pad the header or the pitch, or begin "
                                   "at an aligned element",
                                   sector);
  }
  return judgement;
}

} // namespace sectorscope
