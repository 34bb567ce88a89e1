// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lane expressions as JSON.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONEXPR_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONEXPR_H

#include "sectorscope/AccessSite.h"

#include <nlohmann/json.hpp>

namespace sectorscope {

/// The part of the graph that an access needs, self-contained:
///
///     {"nodes": [{"op": "param", "width": 64, "name": "in", "argument": 0, "pointer": true},
///                {"op": "tid", "width": 32, "axis": "x"},
///                {"op": "zext", "width": 64, "of": [1]},
///                {"op": "const", "width": 64, "value": 2},
///                {"op": "shl", "width": 64, "of": [2, 3]},
///                {"op": "add", "width": 64, "of": [0, 4]}],
///      "address": 5, "guard": null, "loops": []}
///
/// Operands stand before their users. Constants are signed readings of their width. `guard` null: always active.
/// `moves` and `into` stand only where the site has them (see AccessSite). "recur" and "recurvar" name one of the
/// "recurrences", [{"loop": 0, "start": 3, "step": 7}], which stand there if there are any.
nlohmann::ordered_json exprToJson(const ExprGraph &graph, const AccessSite &site);

/// "add", "tid", ...
const char *toString(Op op);

} // namespace sectorscope

#endif
