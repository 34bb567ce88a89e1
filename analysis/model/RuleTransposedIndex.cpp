// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/Rules.h"
#include "model/SwappedAxes.h"

#include <fmt/format.h>

namespace sectorscope {

std::optional<Judgement> transposedIndex(const RuleInput &input) {
  std::optional<Judgement> judgement = excessSectors(input);
  if (!judgement || judgement->severity != Severity::Warning)
    return std::nullopt;
  const std::optional<AxisSwap> &swap = input.swapped.swap();
  if (!swap)
    return std::nullopt;
  const auto change = swap->of.find(input.launch.indexOf(input.access));
  if (change == swap->of.end())
    return std::nullopt;
  const auto &[before, after] = change->second;
  if (!isWasteful(before.perRequest(), before.idealPerRequest()) ||
      isWasteful(after.perRequest(), after.idealPerRequest()) || !isWasteful(swap->before, swap->after))
    return std::nullopt;
  judgement->advice = fmt::format(
      "swap the roles of threadIdx.x and threadIdx.y, and of blockIdx with them: in a block of the same shape {} here "
      "instead of {}, and {} instead of {} in the {} accesses to global memory together{}",
      formatCount(after.perRequest()), formatCount(before.perRequest()), formatCount(swap->after),
      formatCount(swap->before), swap->of.size(),
      swap->isStandIn ? " (what is not known of grid and arguments taken as large)" : "");
  return judgement;
}

} // namespace sectorscope
