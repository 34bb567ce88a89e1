// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What one request moves, counted from its addresses.

#ifndef SECTORSCOPE_MODEL_REQUESTCOUNT_H
#define SECTORSCOPE_MODEL_REQUESTCOUNT_H

#include "model/WarpValue.h"
#include "sectorscope/AccessSite.h"
#include "sectorscope/TargetModel.h"

#include <array>
#include <cstdint>

namespace sectorscope {

/// What of an access decides how a request of it is served.
struct RequestShape {
  AddressSpace space = AddressSpace::Global;
  AccessKind kind = AccessKind::Load;
  unsigned bytes = 4; ///< per lane
  AtomicForm atomic = AtomicForm::None;
  bool isMatrix = false;                         ///< ldmatrix or stmatrix
  WarpReduction reduction = WarpReduction::None; ///< that really happens
};

/// Counts of one request.
struct RequestCount {
  unsigned activeLanes = 0;
  unsigned sectors = 0;           ///< distinct sectors touched; 0 where passes are counted instead
  unsigned idealSectors = 0;      ///< ceil(distinctBytes / sectorBytes)
  unsigned lines = 0;             ///< distinct lines touched
  unsigned distinctBytes = 0;     ///< asked for by at least one lane
  unsigned partialSectors = 0;    ///< touched sectors of which some byte is not asked for
  unsigned wavefronts = 0;        ///< passes over the banks of shared memory, or of the constant cache
  unsigned idealWavefronts = 0;   ///< without conflicts
  unsigned distinctAddresses = 0; ///< of the lanes of an atomic, or of constant memory; else 0
  /// The same lanes, none of which moves anything.
  RequestCount withoutMoving() const { return {.activeLanes = activeLanes}; }
  friend bool operator==(const RequestCount &, const RequestCount &) = default;
};

using LaneAddresses = std::array<std::int64_t, kLanes>;

/// Counts the request of the lanes in `mask`, each touching `shape.bytes` bytes from its address on.
///
/// Global and generic memory: sectors and lines as they lie. Local memory: the words of the lanes are interleaved, so
/// that lanes that use the same index touch one line per word; an address is the offset within a lane's own memory.
/// Shared memory: countWavefronts. Constant memory: one pass per distinct address (measured on an H200: 10.8 cycles for
/// each after the first, whatever the width and the distance, while the data lie in the cache).
///
/// Worked example: global memory, 32 lanes, 4 bytes, addresses 0, 12, 24 ...: 12 sectors, 3 lines, 128 distinct bytes,
/// ideal 4, 12 partial sectors. Matches "12-byte struct, one field" measured on an H200.
///
/// `into`: where in shared memory a copy that goes past L1 puts the bytes. Its sectors are counted once for each sector
/// of shared memory that they fill (measured on an H200: right for all 117 requests of cp.async.cg whose lanes write
/// different places). Rows of 128 bytes that are put 144 bytes apart: 24 sectors per request, not 16.
RequestCount countRequest(const LaneAddresses &addresses, std::uint32_t mask, const RequestShape &shape,
                          const TargetModel &target, const LaneAddresses *into = nullptr);

/// Fewest and most that a request of `active` lanes can move, wherever they point, `fewest` of them for certain.
struct RequestRange {
  RequestCount least, most;
};
RequestRange anyRequest(unsigned fewest, unsigned active, const RequestShape &shape, const TargetModel &target);

/// What a request moves depends on its addresses modulo this, not on where the data start beyond that.
/// Worked example: 128 (a line) in global memory, 4 (a bank) in shared memory, 1 in constant memory.
std::int64_t periodOf(const RequestShape &shape, const TargetModel &target);

} // namespace sectorscope

#endif
