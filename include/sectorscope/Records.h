// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Records: the structs whose arrays kernels go through, and which kernel uses which fields together.

#ifndef SECTORSCOPE_RECORDS_H
#define SECTORSCOPE_RECORDS_H

#include "sectorscope/LaunchShape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// Records with more fields are not looked at.
inline constexpr std::size_t kMostFields = 256;

/// A field as far as it can be moved by itself: what is nested is opened, a union or a long array is one.
struct FieldLayout {
  std::string name; ///< "mass", "pos.x", "v[2]"; "a|b" for bit-fields that share bytes
  std::uint64_t offset = 0, bytes = 0;
  std::uint64_t alignment = 1; ///< bytes
  friend bool operator==(const FieldLayout &, const FieldLayout &) = default;
};

/// A struct as the compiler lays it out. The same name with other fields is another record.
struct RecordType {
  std::string name; ///< as in the source: "ns::Particle<float>"
  std::uint64_t bytes = 0;
  std::vector<FieldLayout> fields; ///< by offset; bytes that none has are padding
  friend bool operator==(const RecordType &, const RecordType &) = default;
};

/// How many instructions of a kernel touch a field.
struct FieldUse {
  std::size_t loads = 0, stores = 0, atomics = 0;
  bool isUsed() const { return loads + stores + atomics > 0; }
  friend bool operator==(const FieldUse &, const FieldUse &) = default;
};

enum class RecordAccess : std::uint8_t { Load, Store, Atomic };
const char *toString(RecordAccess access); ///< "load", "store", "atomic"

/// Elements of the array of which a request touches the same fields.
struct TouchedElements {
  std::vector<unsigned> fields;       ///< ascending positions in RecordType::fields
  std::vector<std::int64_t> elements; ///< ascending; of the first one only its place among 32 counts
  friend auto operator<=>(const TouchedElements &, const TouchedElements &) = default;
};

/// What one warp loads, stores or updates of the array at once: in one iteration of the loops around it.
///
/// Worked example: `p[i].x + p[i].y` by 32 lanes of a block of 64: touched = {{{0, 1}, {0, 1, ... 31}}}, times = 2.
struct RecordRequest {
  RecordAccess access = RecordAccess::Load;
  unsigned group = 0;      ///< number of the array and the loops around it, among those of the consumer
  std::uint64_t start = 0; ///< of the array, bytes into a sector
  std::vector<TouchedElements> touched;
  std::uint64_t times = 0; ///< in the block that was looked at
  friend bool operator==(const RecordRequest &, const RecordRequest &) = default;
};

/// Fields that each of so many lanes touches in an element of its own, of which nothing is known.
struct ScatteredRequest {
  std::vector<unsigned> fields; ///< ascending
  unsigned lanes = 32;
  std::uint64_t start = 0; ///< of the array, bytes into a sector
  friend bool operator==(const ScatteredRequest &, const ScatteredRequest &) = default;
};

/// One kernel under one launch, as one that uses a record.
struct RecordConsumer {
  std::string kernel; ///< demangled
  std::optional<Dim3> block, grid;
  std::vector<FieldUse> uses; ///< by field
  std::size_t accesses = 0;   ///< instructions
  std::size_t unplaced = 0;   ///< among them: those of which it is not known which fields they touch
  std::vector<RecordRequest> requests;
  std::vector<ScatteredRequest> scattered;
  bool isStandIn = false; ///< grid or arguments were not known and others were taken
  bool isMost = false;    ///< which lanes are active, or how often, hangs on data: all are counted, the first times
  std::string reason;     ///< why `requests` lack something; empty if they do not
  friend bool operator==(const RecordConsumer &, const RecordConsumer &) = default;
};

/// A record and all that use it.
struct RecordUse {
  RecordType type;
  std::vector<RecordConsumer> consumers;
  friend bool operator==(const RecordUse &, const RecordUse &) = default;
};

} // namespace sectorscope

#endif
