// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope {
namespace {

/// Loads of the parts hit in L1 once the first has come: no difference was measured. Stores all go to L2: from three
/// parts on, or where sectors stay partly written, that takes longer than DRAM does.
Severity severityOf(const RuleInput &input, const VectorPiece &piece) {
  constexpr std::size_t fewestThatCost = 3;
  if (input.access.site.kind == AccessKind::Load)
    return Severity::Note;
  const std::optional<JoinedStore> &joined = input.access.footprint.joined;
  const bool staysOpen = joined && joined->partialSectors.mean > input.access.footprint.sectors.mean / 2 &&
                         input.access.neighbours.readShare == 0;
  return piece.parts.size() >= fewestThatCost || staysOpen ? Severity::Warning : Severity::Note;
}

/// "4 bytes", or "2 and 4 bytes".
std::string widthsOf(const RuleInput &input, const VectorPiece &piece) {
  unsigned narrowest = ~0U, widest = 0;
  for (const std::size_t part : piece.parts) {
    narrowest = std::min(narrowest, input.launch.accesses[part].site.bytesPerLane);
    widest = std::max(widest, input.launch.accesses[part].site.bytesPerLane);
  }
  if (narrowest == widest)
    return fmt::format("{} byte{}", widest, widest == 1 ? "" : "s");
  return fmt::format("{} to {} bytes", narrowest, widest);
}

} // namespace

std::optional<Judgement> splitVector(const RuleInput &input) {
  const VectorPiece *piece = input.pieces.of(input.access);
  if (!piece || &input.launch.accesses[piece->parts.front()] != &input.access)
    return std::nullopt;
  const bool isStore = input.access.site.kind == AccessKind::Store;
  Judgement judgement;
  judgement.severity = severityOf(input, *piece);
  judgement.count = piece->sectorsNow;
  judgement.ideal = piece->sectorsThen;
  judgement.what =
      fmt::format("{} {}s of {} per lane are an aligned piece of {} bytes: {} requests of {} sectors together, "
                  "where one request of {} would do",
                  piece->parts.size(), isStore ? "store" : "load", widthsOf(input, *piece), piece->bytes,
                  piece->parts.size(), formatCount(piece->sectorsNow), formatCount(piece->sectorsThen));
  const std::string lines = linesOf(input.launch, piece->parts, input.access.site.place);
  judgement.evidence =
      fmt::format("the piece starts at {}, a multiple of {}{}", input.launch.accesses[piece->first].address,
                  piece->bytes, lines.empty() ? "" : "; its other parts are at " + lines);
  judgement.advice = fmt::format("declare the record with alignas({}), or {} through a vector type such as {}",
                                 piece->bytes, isStore ? "store it" : "load it",
                                 piece->bytes == 16  ? "float4"
                                 : piece->bytes == 8 ? "float2"
                                                     : "uchar4");
  return judgement;
}

} // namespace sectorscope
