// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/AlignedAccesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace sectorscope {

AlignedAccesses::Family AlignedAccesses::familyOf(AccessKind kind, const Formula &formula) {
  std::string terms;
  for (const FormulaTerm &term : formula.terms)
    terms += fmt::format("{}*{}\n", term.coefficient, term.text);
  return {kind, std::move(terms)};
}

void AlignedAccesses::read() {
  isRead = true;
  for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
    const AccessReport &access = launch.accesses[i];
    const Footprint &f = access.footprint;
    if (!isGlobal(access.site) || f.certainty != Certainty::Exact ||
        f.sectors.mean > f.idealSectors.mean + kSmallestMisalignedWaste)
      continue;
    const Formula formula = formulaOf(kernel.graph, access.site.address, launch.shape, access.site.loops);
    std::vector<std::size_t> &alike = families[familyOf(access.site.kind, formula)][formula.constant];
    if (alike.size() < 2)
      alike.push_back(i);
  }
}

const AccessReport *AlignedAccesses::near(const AccessReport &access, const Formula &formula, std::int64_t distance) {
  if (!isRead)
    read();
  const auto family = families.find(familyOf(access.site.kind, formula));
  if (family == families.end())
    return nullptr;
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
                         highest = std::numeric_limits<std::int64_t>::max();
  const std::int64_t from = formula.constant < lowest + distance ? lowest : formula.constant - distance;
  const std::int64_t to = formula.constant > highest - distance ? highest : formula.constant + distance;
  std::optional<std::size_t> first;
  for (auto at = family->second.lower_bound(from); at != family->second.end() && at->first <= to; ++at)
    for (const std::size_t index : at->second)
      if (&launch.accesses[index] != &access)
        first = std::min(first.value_or(index), index);
  return first ? &launch.accesses[*first] : nullptr;
}

} // namespace sectorscope
