// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which array of records an address leads into, and which fields.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_RECORDPLACES_H
#define SECTORSCOPE_ANALYSIS_MODEL_RECORDPLACES_H

#include "model/FormatExpr.h"
#include "sectorscope/LaneExpr.h"
#include "sectorscope/Records.h"

#include <bitset>
#include <cstdint>
#include <vector>

namespace sectorscope {

/// By position in RecordType::fields.
using FieldSet = std::bitset<kMostFields>;

/// Ascending.
std::vector<unsigned> positionsOf(const FieldSet &fields);

/// The fields that `bytes` from byte `from` of a record on touch; what lies behind its end counts for nothing.
FieldSet fieldsIn(const RecordType &type, std::uint64_t from, std::uint64_t bytes);

/// The fields that an access of `bytes` bytes touches, whatever element it is in; none where the formula of its address
/// does not tell. An index of its own into a member array stays in it.
///
/// Worked example: records of 32 bytes with float v[3] at 16: `p + 32*i + 20` is v[1], `p + 32*i + 4*c + 16` all of v.
FieldSet fieldsNamed(const RecordType &type, const Formula &address, unsigned bytes);

/// Parameters and variables that an address may begin at.
std::vector<Expr> basesOf(const ExprGraph &graph, ExprId address);

/// The same element, whatever thread asks, in whatever iteration.
bool isOneElement(const ExprGraph &graph, ExprId address);

/// Rounded down, also below 0.
constexpr std::int64_t floorDivided(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

} // namespace sectorscope

#endif
