// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

namespace sectorscope {

std::optional<Judgement> stageInShared(const RuleInput &input) {
  const std::optional<SharedTile> tile = input.tiles.of(input.access);
  if (!tile)
    return std::nullopt;
  const AccessSite &site = input.access.site;
  Judgement judgement;
  judgement.severity = Severity::Note; // nothing is wasted where L1 holds the tile
  judgement.what =
      fmt::format("{} of {} in a block {} {} sectors{}, {} different ones",
                  tile->loads == 1 ? "the load" : fmt::format("the {} loads", tile->loads),
                  site.accessed.empty() ? "one array" : site.accessed, tile->loads == 1 ? "moves" : "move",
                  tile->sectors, tile->inLoop ? " in the first iterations of a loop" : "", tile->distinctSectors);
  judgement.evidence =
      fmt::format("address {}: each sector is asked for {} times, by different threads", input.access.address,
                  formatCount(static_cast<double>(tile->sectors) / static_cast<double>(tile->distinctSectors), 1));
  judgement.advice = fmt::format("where L1 does not hold them, load them once into a tile of {} bytes in shared memory "
                                 "({} are there for a block): "
                                 "up to {} fewer sectors from L2",
                                 tile->bytes, *input.target.sharedBytesPerBlock, tile->sectors - tile->distinctSectors);
  return judgement;
}

} // namespace sectorscope
