// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies that a copy engine makes, not the lanes: cp.async.bulk and its kin, in assembly or as intrinsics.

#ifndef SECTORSCOPE_IR_BULKCOPIES_H
#define SECTORSCOPE_IR_BULKCOPIES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

struct BulkCopy {
  bool reduces = false;    ///< cp.reduce.async.bulk: adds to what is there
  bool prefetches = false; ///< into L2
  unsigned dimensions = 0; ///< of a tensor; 0 for plain bytes
  std::string from, to;    ///< "global", "shared", "shared of the cluster"; empty where not said
  std::optional<std::uint64_t> bytes;
};

/// The copy that an opcode such as cp.async.bulk.tensor.2d.shared::cluster.global.tile… makes.
BulkCopy bulkCopyOf(const std::vector<std::string> &opcode, std::optional<std::uint64_t> bytes);

/// The copy behind an intrinsic such as llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d, without its number of bytes.
BulkCopy bulkCopyOf(llvm::StringRef intrinsic);

/// As the report says it: "bulk copy global to shared, 4096 bytes", "tensor copy (TMA), 2 dimensions, global to
/// shared".
std::string describeBulkCopy(const BulkCopy &copy);

} // namespace sectorscope

#endif
