// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses whose lanes lie a fixed number of bytes apart, seen as fields of an array of records.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_RECORDFIELD_H
#define SECTORSCOPE_ANALYSIS_MODEL_RECORDFIELD_H

#include "model/FormatExpr.h"
#include "sectorscope/Report.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sectorscope {

/// Worked example: `in + 24*(256*ctaid.x + tid.x) + 8` is the field at byte 8 of records of 24 bytes.
/// `in + 24*tid.x + 4*c` is none: which field it is hangs on `c`.
struct RecordField {
  std::string array; ///< base and index as text: the same for the fields of one record
  std::int64_t recordBytes = 0;
  std::int64_t offset = 0;         ///< in the record
  std::uint64_t baseAlignment = 1; ///< of a parameter or a variable; 1 for an address that is computed from others
};

/// Empty unless every summand but the base is a multiple of the distance between neighbouring lanes.
std::optional<RecordField> recordFieldOf(const ExprGraph &graph, const Formula &formula, const LaunchShape &launch);

/// The same of an access of the launch.
std::optional<RecordField> recordFieldOf(const KernelReport &kernel, const LaunchReport &launch,
                                         const AccessReport &access);

} // namespace sectorscope

#endif
