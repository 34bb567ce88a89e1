// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Roofline: where a launch stands between the measured ceilings of a part.

#ifndef SECTORSCOPE_ROOFLINE_H
#define SECTORSCOPE_ROOFLINE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// What takes its time, whatever else goes on.
enum class Limit : std::uint8_t { DramBytes, L1Lines, L2Sectors, Arithmetic };
constexpr std::array kLimits = {Limit::DramBytes, Limit::L1Lines, Limit::L2Sectors, Limit::Arithmetic};

/// "dram-bytes", "l1-lines", "l2-sectors", "arithmetic".
const char *toString(Limit limit);

enum class RooflineSide : std::uint8_t {
  Memory,     ///< the byte ceiling is met first
  Arithmetic, ///< the ceiling of the arithmetic is
};

/// "memory", "arithmetic".
const char *toString(RooflineSide side);

/// Empty is what the totals or the profile do not say; `missing` names it.
///
/// Worked example: the triad z = a * x + y of 2^20 floats on the H200: 12,582,912 bytes, two thirds of them read; 2^21
/// operations; 0.167 FLOP/byte; at 4261e9 bytes a second at least 2.95 us.
struct Roofline {
  std::string profile;  ///< name of the part
  std::string measured; ///< part, driver and date of its ceilings; empty if it has none

  std::optional<double> dramBytes;         ///< read, filled and written; caches that start cold and never evict
  std::optional<double> uncachedBytes;     ///< the same without any cache; never fewer
  std::optional<double> readShare;         ///< of dramBytes: reads and fills
  std::optional<double> bytesPerSecond;    ///< ceiling for this share
  std::optional<double> flopPerSecond;     ///< ceiling for these types of operations
  std::optional<double> intensity;         ///< FLOP per byte of dramBytes
  std::optional<double> uncachedIntensity; ///< FLOP per byte of uncachedBytes
  std::optional<double> ridge;             ///< FLOP per byte from which on the arithmetic side begins
  std::optional<RooflineSide> side;        ///< empty too where it hangs on the caches

  std::array<std::optional<double>, kLimits.size()> seconds; ///< that each limit takes by itself, by Limit
  std::optional<double> leastSeconds; ///< the largest of those that are known: cold caches allow no less
  std::optional<Limit> binds;         ///< the limit that takes them; empty unless all of them are known
  std::vector<std::string> missing;   ///< "ceiling l1LinesPerSecond", "DRAM sectors read"; in order, none twice
};

} // namespace sectorscope

#endif
