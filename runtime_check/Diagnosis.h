// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What whole-launch counters say together: how demand, L2 and DRAM compare. No hit rate.

#ifndef SECTORSCOPE_RUNTIME_CHECK_DIAGNOSIS_H
#define SECTORSCOPE_RUNTIME_CHECK_DIAGNOSIS_H

#include "Prediction.h"
#include "Record.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// Sectors of 32 bytes of one launch, reads and writes together.
struct MovedSectors {
  double demand = 0; ///< of all requests to global memory, at L1
  double ideal = 0;  ///< that the same lanes' bytes would need without gaps
  double l2 = 0;     ///< between the SMs and L2
  double dramRead = 0, dramWritten = 0;
  std::optional<double> readOnce; ///< that DRAM must give, granules and fills included, if L2 forgot nothing: predicted
};

/// Empty where a counter is missing.
std::optional<MovedSectors> movedSectors(const Launch &launch, const PredictedTotals *predicted);

/// The four cases of a launch. Several may hold.
enum class TrafficCase {
  Coalescing,   ///< demand is far above what its bytes need: no cache can mend it
  L2Capacity,   ///< DRAM gives again what it gave before
  GoodLocality, ///< L1 serves most of the demand
  PassThrough   ///< L1 and L2 serve none of it: each sector is asked for once
};

/// "coalescing", "L2 capacity", "good locality", "pass-through"
const char *toString(TrafficCase what);

/// In the order in which they should be looked at: the first is the one to mend.
///
/// Worked example: 8 sectors are demanded for each that the bytes need, all of them pass L2 and half come from DRAM:
/// {Coalescing, PassThrough}.
std::vector<TrafficCase> casesOf(const MovedSectors &moved);

/// "8.00 : 8.00 : 4.00 sectors demanded, at L2, at DRAM for each that the bytes need: coalescing, pass-through"
std::string toText(const MovedSectors &moved);

} // namespace sectorscope::check

#endif
