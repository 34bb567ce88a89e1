// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WarpFormula.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace sectorscope {
namespace {

using ByLoops = std::map<std::vector<unsigned>, double>; ///< sectors by the loops around the access

std::string loopsText(const Kernel &kernel, const std::vector<unsigned> &loops) {
  std::string text = loops.size() > 1 ? "of the loops at " : "of the loop at ";
  for (std::size_t i = 0; i < loops.size(); ++i)
    text += (i ? i + 1 == loops.size() ? " and " : ", " : "") +
            formatPlace({kernel.loops[loops[i]].place.file, kernel.loops[loops[i]].place.line, 0});
  return text;
}

std::string sumText(const Kernel &kernel, const ByLoops &sums) {
  std::string text;
  for (const auto &[loops, sectors] : sums) {
    text += fmt::format("{}{} sectors", text.empty() ? "" : " + ", formatCount(sectors));
    if (!loops.empty())
      text += " per iteration " + loopsText(kernel, loops);
  }
  return text;
}

} // namespace

std::string warpFormula(const Kernel &kernel, const std::vector<Footprint> &footprints) {
  ByLoops reads, writes;
  for (std::size_t i = 0; i < kernel.sites.size(); ++i) {
    const AccessSite &site = kernel.sites[i];
    const Footprint &f = footprints[i];
    if (!isGlobal(site) || (f.certainty == Certainty::Exact && f.sectors.max == 0))
      continue;
    if (f.certainty == Certainty::Unknown || std::isnan(f.sectors.mean))
      return "";
    (isRead(site) ? reads : writes)[site.loops] += f.sectors.mean;
  }
  std::string text;
  if (!reads.empty())
    text = "a warp that executes all reads " + sumText(kernel, reads);
  if (!writes.empty())
    text += (text.empty() ? "a warp that executes all writes " : ", and writes ") + sumText(kernel, writes);
  return text;
}

} // namespace sectorscope
