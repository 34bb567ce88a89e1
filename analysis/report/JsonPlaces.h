// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Places and block shapes as JSON: what is not known is null.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONPLACES_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONPLACES_H

#include "report/JsonCursor.h"
#include "sectorscope/LaunchShape.h"

#include <nlohmann/json.hpp>

namespace sectorscope {

inline nlohmann::ordered_json fileOf(const SourcePlace &place) {
  return place.file.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(place.file);
}
inline nlohmann::ordered_json lineOf(const SourcePlace &place) {
  return place.line == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(place.line);
}
inline nlohmann::ordered_json columnOf(const SourcePlace &place) {
  return place.column == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(place.column);
}

/// Adds "file", "line" and "column".
inline void addPlace(nlohmann::ordered_json &out, const SourcePlace &place) {
  out["file"] = fileOf(place);
  out["line"] = lineOf(place);
  out["column"] = columnOf(place);
}

inline SourcePlace readPlace(const JsonCursor &from) {
  const auto numberOf = [&](const char *key) { return from[key].isNull() ? 0 : from[key].number<unsigned>(); };
  return {from["file"].textOrNull(), numberOf("line"), numberOf("column")};
}

/// Null for none. `largest`: largestBlock or largestGrid.
inline std::optional<Dim3> readDim3(const JsonCursor &from, const Dim3 &largest) {
  if (from.isNull())
    return std::nullopt;
  const std::vector<JsonCursor> axes = from.items();
  if (axes.size() != 3)
    from.fail("expected three numbers");
  const Dim3 shape{axes[0].number<unsigned>(), axes[1].number<unsigned>(), axes[2].number<unsigned>()};
  if (const std::string problem = shapeProblem(shape, largest); !problem.empty())
    from.fail(problem);
  return shape;
}

} // namespace sectorscope

#endif
