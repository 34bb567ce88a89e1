// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

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

namespace {

/// Three digits and the first unit, each a thousand of the one before, in which it is less than a thousand.
std::string scaled(double value, std::span<const char *const> units) {
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < units.size(); ++unit)
    value /= 1000;
  return fmt::format("{:.3g} {}", value, units[unit]);
}

} // namespace

std::string formatBytes(double bytes) {
  static constexpr std::array units = {"bytes", "kB", "MB", "GB", "TB"};
  return scaled(bytes, units);
}

std::string formatSeconds(double seconds) {
  static constexpr std::array units = {"ns", "us", "ms", "s"};
  return scaled(1e9 * seconds, units);
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
