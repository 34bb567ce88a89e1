// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What one request moves, counted from its addresses.

#ifndef SECTORSCOPE_MODEL_REQUESTCOUNT_H
#define SECTORSCOPE_MODEL_REQUESTCOUNT_H

#include "model/WarpValue.h"

#include <array>
#include <cstdint>

namespace sectorscope {

/// Counts of one request.
struct RequestCount {
  unsigned activeLanes = 0;
  unsigned sectors = 0;        ///< distinct sectors touched
  unsigned idealSectors = 0;   ///< ceil(distinctBytes / sectorBytes)
  unsigned lines = 0;          ///< distinct lines touched
  unsigned distinctBytes = 0;  ///< asked for by at least one lane
  unsigned partialSectors = 0; ///< touched sectors of which some byte is not asked for
  friend bool operator==(const RequestCount &, const RequestCount &) = default;
};

/// Counts the request of the lanes in `mask`, each touching `bytes` bytes from its address on.
/// `sectorBytes` and `lineBytes` are powers of two, lineBytes a multiple of sectorBytes.
///
/// Worked example: 32 lanes, 4 bytes, addresses 0, 12, 24 ...: 12 sectors, 3 lines, 128 distinct bytes, ideal 4,
/// 12 partial sectors. Matches "12-byte struct, one field" measured on an H200.
RequestCount countRequest(const std::array<std::int64_t, kLanes> &addresses, std::uint32_t mask, unsigned bytes,
                          unsigned sectorBytes, unsigned lineBytes);

} // namespace sectorscope

#endif
