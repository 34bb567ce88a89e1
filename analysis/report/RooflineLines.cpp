// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RooflineLines.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>

namespace sectorscope {
namespace {

const char *wordsFor(Limit limit) {
  switch (limit) {
  case Limit::DramBytes:
    return "DRAM bytes";
  case Limit::L1Lines:
    return "L1 lines";
  case Limit::L2Sectors:
    return "L2 sectors";
  case Limit::Arithmetic:
    return "arithmetic";
  }
  return "";
}

std::string bytesLine(const Roofline &roofline) {
  std::string line = formatBytes(*roofline.dramBytes) + " from and to DRAM";
  if (!roofline.intensity)
    return line;
  if (*roofline.intensity == 0)
    return line + ", no floating-point arithmetic";
  line += fmt::format(", {:.3g}", *roofline.intensity);
  if (roofline.uncachedIntensity && *roofline.uncachedIntensity != *roofline.intensity)
    line += fmt::format(" (without caches {:.3g})", *roofline.uncachedIntensity);
  line += " FLOP/byte";
  if (roofline.side)
    line += *roofline.side == RooflineSide::Memory ? ": memory-bound side" : ": arithmetic side";
  else if (roofline.ridge)
    line += ": the side hangs on the caches";
  if (roofline.ridge)
    line += fmt::format(", the ridge is at {:.3g}", *roofline.ridge);
  return line;
}

std::string timeLine(const Roofline &roofline) {
  std::string line = "at least " + formatSeconds(*roofline.leastSeconds);
  std::string unknown;
  for (const Limit limit : kLimits) {
    const auto &seconds = roofline.seconds[static_cast<std::size_t>(limit)];
    if (!seconds)
      unknown += (unknown.empty() ? "" : ", ") + std::string(wordsFor(limit));
    else if (!roofline.binds && seconds == roofline.leastSeconds)
      line += std::string(" for its ") + wordsFor(limit);
  }
  if (roofline.binds)
    line += std::string(", bound by ") + wordsFor(*roofline.binds);
  if (!unknown.empty())
    line += "; not known of " + unknown;
  return line + " (ceilings: " + roofline.measured + ")";
}

} // namespace

std::vector<LabelledLine> rooflineLines(const Roofline &roofline) {
  std::vector<LabelledLine> lines;
  if (roofline.dramBytes)
    lines.push_back({"roofline", bytesLine(roofline)});
  if (roofline.leastSeconds.value_or(0) > 0)
    lines.push_back({"time", timeLine(roofline)});
  return lines;
}

} // namespace sectorscope
