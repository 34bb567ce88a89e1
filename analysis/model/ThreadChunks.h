// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Chunks of an array that each thread walks by itself.

#ifndef SECTORSCOPE_MODEL_THREADCHUNKS_H
#define SECTORSCOPE_MODEL_THREADCHUNKS_H

#include "model/SampleBlock.h"
#include "sectorscope/Report.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace sectorscope {

struct ThreadChunk {
  std::int64_t laneBytes = 0; ///< from a lane to the next
  std::int64_t stepBytes = 0; ///< from an iteration to the next, without gaps; 0 where the loop was unrolled whole
  double interleaved = 0;     ///< sectors per request, if neighbouring lanes took neighbouring elements
};

/// The chunks of one launch.
///
/// Worked example: `for (k = 0; k < 32; ++k) sum += a[32 * threadIdx.x + k]` with 4-byte words: lanes are 128 bytes
/// apart, iterations 4. Unrolled four times, there are four copies of the load and iterations are 16 bytes apart:
/// still without gaps. Interleaved: 4 sectors per request.
class ThreadChunks {
public:
  /// Refers to all three for as long as it lives.
  ThreadChunks(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target)
      : kernel(kernel), launch(launch), target(target) {}

  /// Empty where the access walks nothing, leaves gaps (a field of a record), or cannot be followed.
  std::optional<ThreadChunk> of(const AccessReport &access);

private:
  /// Copies of one instruction of the source, the same but for a constant.
  using Family = std::tuple<std::string, unsigned, unsigned, AccessKind, unsigned, std::vector<unsigned>, std::string>;
  struct Member {
    Family family;
    std::int64_t constant = 0;
  };
  Member memberOf(const AccessReport &access) const;
  /// The bytes that the copies cover, without gaps; 0 if there are some.
  static std::int64_t spanOf(const std::set<std::int64_t> &constants, unsigned width);

  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  std::optional<SampleBlock> sample;
  std::map<Family, std::set<std::int64_t>> families; ///< constants
};

} // namespace sectorscope

#endif
