// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/VectorPieces.h"

#include "model/AccessJudge.h"
#include "model/RecordField.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace sectorscope {
namespace {

constexpr std::array<std::int64_t, 3> kVectorBytes = {16, 8, 4};

/// What one instruction could do: fields of one array that the same lanes touch in the same iterations.
using Family = std::tuple<AccessKind, std::uint32_t, std::vector<unsigned>, std::string>;

bool isCandidate(const AccessReport &access) {
  const AccessSite &site = access.site;
  return isGlobal(site) && (site.kind == AccessKind::Load || site.kind == AccessKind::Store) && !site.bypassesL1 &&
         !site.isMatrix && !site.moves && site.copyBytes == 0 && access.calls.size() < 2 &&
         access.footprint.certainty == Certainty::Exact && !access.footprint.uniform;
}

/// The accesses that cover bytes `first` to `first + bytes` without a gap or an overlap; empty if that is not so.
std::vector<std::size_t> tiles(const std::map<std::int64_t, std::size_t> &fields, const LaunchReport &launch,
                               std::int64_t first, std::int64_t bytes) {
  std::vector<std::size_t> parts;
  std::int64_t next = first;
  for (auto at = fields.find(first); at != fields.end() && at->first == next && next < first + bytes; ++at) {
    parts.push_back(at->second);
    next += launch.accesses[at->second].site.bytesPerLane;
  }
  return next == first + bytes ? parts : std::vector<std::size_t>();
}

} // namespace

void VectorPieces::read() {
  isRead = true;
  struct Fields {
    std::int64_t recordBytes = 0;
    std::uint64_t baseAlignment = 1;
    std::map<std::int64_t, std::size_t> byConstant;
  };
  std::map<Family, Fields> families;
  for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
    const AccessReport &access = launch.accesses[i];
    if (!isCandidate(access))
      continue;
    const Formula formula = formulaOf(kernel.graph, access.site.address, launch.shape, access.site.loops);
    const std::optional<RecordField> field = recordFieldOf(kernel.graph, formula, launch.shape);
    if (!field)
      continue;
    Fields &fields = families[{access.site.kind, access.site.guard.index, access.site.loops, field->array}];
    fields.recordBytes = field->recordBytes;
    fields.baseAlignment = field->baseAlignment;
    fields.byConstant.emplace(formula.constant, i);
  }
  for (const auto &[family, fields] : families)
    for (const std::int64_t bytes : kVectorBytes) {
      if (fields.recordBytes % bytes != 0 || fields.baseAlignment % static_cast<std::uint64_t>(bytes) != 0)
        continue;
      for (const auto &[constant, i] : fields.byConstant) {
        if (constant % bytes != 0 || pieces.contains(i))
          continue;
        VectorPiece piece{.bytes = static_cast<unsigned>(bytes),
                          .parts = tiles(fields.byConstant, launch, constant, bytes)};
        if (piece.parts.size() < 2 || !count(piece))
          continue;
        piece.first = piece.parts.front();
        std::sort(piece.parts.begin(), piece.parts.end());
        const auto shared = std::make_shared<const VectorPiece>(piece);
        for (const std::size_t part : shared->parts)
          pieces.emplace(part, shared);
      }
    }
}

/// `parts` still stand in the order of their addresses.
bool VectorPieces::count(VectorPiece &piece) const {
  for (const std::size_t part : piece.parts)
    piece.sectorsNow += launch.accesses[part].footprint.sectors.mean;
  AccessSite whole = launch.accesses[piece.parts.front()].site;
  whole.bytesPerLane = piece.bytes;
  Effort effort{.onlyExact = true};
  const Footprint f = AccessJudge(kernel.graph, whole, target, AuditOptions{})(launch.shape, effort);
  piece.sectorsThen = f.sectors.mean;
  piece.idealThen = f.idealSectors.mean;
  return f.certainty == Certainty::Exact && piece.idealThen > 0;
}

const VectorPiece *VectorPieces::of(const AccessReport &access) {
  if (!isRead)
    read();
  const auto found = pieces.find(launch.indexOf(access));
  return found == pieces.end() ? nullptr : found->second.get();
}

} // namespace sectorscope
