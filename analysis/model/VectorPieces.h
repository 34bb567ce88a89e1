// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses of a thread that together are one aligned piece of 4, 8 or 16 bytes.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_VECTORPIECES_H
#define SECTORSCOPE_ANALYSIS_MODEL_VECTORPIECES_H

#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace sectorscope {

/// Worked example: loads of x, y, z and w of 16-byte records, one after the other: 16 bytes, four parts, 4 * 16 sectors
/// now, 16 sectors (ideal 16) in one request.
struct VectorPiece {
  unsigned bytes = 0;
  std::vector<std::size_t> parts; ///< accesses of the launch, in their order
  std::size_t first = 0;          ///< the one with the lowest address
  double sectorsNow = 0;          ///< of a request of each part, together
  double sectorsThen = 0;         ///< of the one request instead
  double idealThen = 0;
};

class VectorPieces {
public:
  /// Refers to all three for as long as it lives; looks for pieces when first asked.
  VectorPieces(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target)
      : kernel(kernel), launch(launch), target(target) {}

  /// The widest piece that the access is a part of; null if there is none or something of it is not exact.
  const VectorPiece *of(const AccessReport &access);

private:
  void read();
  bool count(VectorPiece &piece) const;

  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  bool isRead = false;
  std::map<std::size_t, std::shared_ptr<const VectorPiece>> pieces; ///< by access
};

} // namespace sectorscope

#endif
