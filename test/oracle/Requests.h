// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Groups executed accesses into requests and counts what each asks for.

#ifndef SECTORSCOPE_TEST_ORACLE_REQUESTS_H
#define SECTORSCOPE_TEST_ORACLE_REQUESTS_H

#include "Oracle.h"

#include <unordered_map>

namespace sectorscope::oracle {

/// What one request asks for; see SiteResult for the units.
struct Counts {
  unsigned activeLanes = 0, sectors = 0, ideal = 0, lines = 0, wavefronts = 0, coveredBytes = 0, partialSectors = 0;
  std::vector<unsigned> coveredInSector;
};

/// Counts one request. In local memory the hardware interleaves the lanes: word w of lane l lies at 4 * (32 w + l),
/// so that lanes that use one variable touch one line; the addresses are rearranged so before they are counted.
Counts countRequest(std::uint32_t activeMask, const std::array<std::uint64_t, 32> &addresses, unsigned bytesPerLane,
                    Space space, Kind kind);

/// One executed access of one lane.
struct Executed {
  unsigned site = 0, warp = 0, lane = 0;
  std::uint64_t where = 0; ///< hash of call path and iteration vector
  Space space = Space::Global;
  std::uint64_t address = 0;
  unsigned bytes = 0;
};

/// Collects the accesses of one block after the other.
class Recorder {
public:
  Recorder(Result &result, bool keep) : result(result), keep(keep) {}

  /// `iteration` is asked for only where requests are kept, once per request.
  template <typename Iteration> void record(const Executed &access, Iteration &&iteration) {
    Request *fresh = add(access);
    if (fresh && keep)
      fresh->iteration = iteration();
  }

  /// Counts what was collected and forgets it.
  void endBlock(const Dim &block);

  bool sawRepeatedLane = false; ///< a lane came twice within one iteration: a loop that LoopInfo does not see

private:
  struct Key {
    std::uint64_t where;
    std::uint32_t site, warp;
    friend bool operator==(const Key &, const Key &) = default;
  };
  struct Hash {
    std::size_t operator()(const Key &key) const;
  };
  Request *add(const Executed &access);

  Result &result;
  bool keep;
  std::unordered_map<Key, std::size_t, Hash> open; ///< -> index in `pending`
  std::vector<Request> pending;
  std::vector<unsigned> pendingSite;
};

} // namespace sectorscope::oracle

#endif
