// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/AccessText.h"

#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

namespace sectorscope {

std::string spreadText(const Spread &spread, Certainty certainty, bool usual) {
  if (certainty == Certainty::Unknown)
    return "?";
  if (usual && spread.mean == spread.max && spread.min != spread.max)
    return "<=" + formatCount(spread.max);
  if (spread.min == spread.max)
    return formatCount(spread.min);
  if (certainty == Certainty::Bounded)
    return fmt::format("{}..{}", formatCount(spread.min), formatCount(spread.max));
  return fmt::format("{}/{}/{}", formatCount(spread.min), formatCount(spread.mean), formatCount(spread.max));
}

std::string countText(const Footprint &footprint) {
  const bool inWavefronts = footprint.measure == Measure::Wavefronts && footprint.certainty != Certainty::Unknown;
  return spreadText(footprint.count(), footprint.certainty, hasUsualCount(footprint)) + (inWavefronts ? " w" : "");
}

std::string rowPlaceText(const SourcePlace &place, const Kernel &kernel) {
  return place.line == 0                   ? "?"
         : place.file == kernel.place.file ? fmt::format("{}:{}", place.line, place.column)
                                           : formatPlace(place);
}

std::string kindText(const AccessSite &site) {
  std::string kind = fmt::format("{} {} B", toString(site.kind), site.bytesPerLane);
  if (site.space != AddressSpace::Global)
    kind += fmt::format(" {}", toString(site.space));
  if (site.bypassesL1 && isGlobal(site))
    kind += " past L1";
  return kind;
}

std::vector<std::string> passedTexts(const LaunchShape &launch) {
  std::vector<std::string> texts;
  for (const auto &[name, value] : launch.arguments)
    texts.push_back(fmt::format("{} = {}", name, value));
  for (const auto &[name, residue] : launch.pointers)
    if (residue != 0)
      texts.push_back(fmt::format("{} = {} mod {}", name, residue, pointerPeriod));
  return texts;
}

bool isNeverExecuted(const Footprint &footprint) {
  return footprint.certainty == Certainty::Exact && footprint.count().max == 0;
}

} // namespace sectorscope
