// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From raw measurements to the profile of a part. docs/profiles.md has the arithmetic of every field.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PARTPROFILE_H
#define SECTORSCOPE_RUNTIME_CHECK_PARTPROFILE_H

#include "RawTable.h"

#include "sectorscope/TargetModel.h"

#include <string>
#include <variant>
#include <vector>

namespace sectorscope::check {

/// A table behind the facts, for people.
struct MeasuredTable {
  using Cell = std::variant<double, std::string>;
  std::string name; ///< "l2Footprint"
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

struct PartProfile {
  TargetModel target;
  std::vector<MeasuredTable> measured;
  std::vector<std::string> missing; ///< what could not be derived, a line each: "l2Slices: no hardware counters: ..."
};

/// \throws std::runtime_error with one line if the table lacks what every profile needs (the facts of the header), or
/// a row of it makes no sense. An experiment that is not there is named in `missing`.
PartProfile deriveProfile(const RawTable &table);

/// The document that parseTarget reads, ended by a new line. Short lists stand on one line.
std::string toJson(const PartProfile &profile);

} // namespace sectorscope::check

#endif
