// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

namespace sectorscope {

std::optional<Judgement> chunkPerThread(const RuleInput &input) {
  const AccessSite &site = input.access.site;
  if (site.kind != AccessKind::Load && site.kind != AccessKind::Store)
    return std::nullopt;
  std::optional<Judgement> judgement = excessSectors(input);
  if (!judgement || judgement->severity != Severity::Warning)
    return std::nullopt;
  const std::optional<ThreadChunk> chunk = input.chunks.of(input.access);
  if (!chunk || !isWasteful(judgement->count, chunk->interleaved))
    return std::nullopt;

  const auto stride = laneStrideOf(input);
  const std::string lanes = stride ? stride->text : fmt::format("{}", chunk->laneBytes);
  const std::string steps = chunk->stepBytes ? fmt::format(", iterations {}", chunk->stepBytes)
                                             : ", the copies of an unrolled loop next to "
                                               "each other";
  const std::string fate = site.kind == AccessKind::Load
                               ? "later ones read the rest of each sector, out of L1 or L2 for as long as it is kept "
                                 "there, so DRAM need not read more"
                               : "later ones write the rest of each sector, in L2 for as long as it is kept there, so "
                                 "DRAM need not write more";
  judgement->evidence = fmt::format(
      "address {}: neighbouring lanes are {} bytes apart{}: {}; what is wasted is the way there, {} sectors a request",
      input.access.address, lanes, steps, fate, formatCount(judgement->count));
  judgement->advice = fmt::format(
      "let neighbouring lanes take neighbouring elements (threadIdx.x + k * threads, or one warp per row): per "
      "request {} instead of {} sectors; where each thread needs a row of its own, transpose the array or go through a "
      "tile "
      "in "
      "shared memory",
      formatCount(chunk->interleaved), formatCount(judgement->count));
  return judgement;
}

} // namespace sectorscope
