// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"

#include <fmt/format.h>

#include <cmath>

namespace sectorscope {

std::string formatCount(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') == std::string::npos)
    return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string formatRatio(double ratio) {
  const std::string twoDecimals = formatCount(ratio);
  const bool needsTwo = ratio < 2 && twoDecimals.size() > 3; // 1.25 matters, 8.05 does not
  return needsTwo ? twoDecimals + "x" : fmt::format("{:.1f}x", ratio);
}

std::string formatDim3(const Dim3 &dims) { return fmt::format("{}x{}x{}", dims[0], dims[1], dims[2]); }

std::string formatPlace(const SourcePlace &place) {
  if (place.file.empty())
    return "?";
  if (place.line == 0)
    return place.file;
  if (place.column == 0)
    return fmt::format("{}:{}", place.file, place.line);
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

} // namespace sectorscope
