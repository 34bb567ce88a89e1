// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Other layouts of records: what those who use them would move.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_RECORDSPLIT_H
#define SECTORSCOPE_ANALYSIS_MODEL_RECORDSPLIT_H

#include "sectorscope/Records.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// An array of the elements of which a record is made in another layout: some of its fields.
struct RecordPart {
  std::vector<unsigned> fields;       ///< ascending positions in RecordType::fields
  std::vector<std::uint64_t> offsets; ///< of each
  std::uint64_t bytes = 0;            ///< of an element
  bool isWhole = false;               ///< the record as it is, where it is
};

/// Every field in one of them.
using RecordSplit = std::vector<RecordPart>;

/// As it is.
RecordSplit wholeRecord(const RecordType &type);
/// An array for each field: structure of arrays.
RecordSplit fieldsApart(const RecordType &type);
/// Fields that the same kernels use in the same ways stay together, those that none uses as well; in the order of their
/// first fields. Within a part the most aligned ones come first.
///
/// Worked example: x, y and z loaded by one kernel and mass by another: {x, y, z} of 12 bytes and {mass} of 4.
RecordSplit usedTogether(const RecordUse &use);

/// Sectors that one warp moves for the record when it does each access of the kernel to it once: loads, stores and
/// atomics of the same loops together move each sector once, of each kind.
struct SplitCount {
  double sectors = 0;
  bool isMost = false; ///< with all lanes that may be active, their elements where they lie worst: it may be fewer
};

/// Means over the block that was looked at; arrays of parts begin at a sector. Empty where it is not known.
///
/// Worked example: `p[i].x + p[i].y` by whole warps, records of 32 bytes: 32 as it is, 8 with fields apart.
std::optional<SplitCount> sectorsOf(const RecordType &type, const RecordConsumer &consumer, const RecordSplit &split,
                                    unsigned sectorBytes);

/// Bytes of a record that the kernel touches.
std::uint64_t usedBytes(const RecordType &type, const RecordConsumer &consumer);

} // namespace sectorscope

#endif
