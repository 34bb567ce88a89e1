// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What was read of a kernel as JSON, there and back: all that another audit of it needs.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONKERNEL_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONKERNEL_H

#include "report/JsonCursor.h"
#include "sectorscope/AccessSite.h"

#include <nlohmann/json.hpp>

namespace sectorscope {

/// Everything but name, place and what is not analysed, which the report says in any case:
///
///     {"parameters": ["out", "n"], "short_names": ["f"], "required_block": null, "max_threads": null, "axes_used": 1,
///      "loops": [], "sites": [{"kind": "store", "bytes_per_lane": 4, "address": 5, "guard": 8, ...}],
///      "work": [{"guard": 8, "loops": [], "flop_per_lane": {"half": 0, "single": 2, "double": 0}}],
///      "work_not_counted": [], "divides_or_takes_roots": false, "graph": {...}}
///
/// Sites stand in the order of Kernel::sites: access "0.3" of the report is what a launch makes of the fourth site of
/// the first kernel. Expressions are positions in the graph (see GraphWriter).
nlohmann::ordered_json kernelSourceJson(const Kernel &kernel);

/// Reads it into `kernel`. Throws std::runtime_error with the place of what is wrong.
void readKernelSource(const JsonCursor &from, Kernel &kernel);

/// [{"file": "k.cu", "line": 7, "column": 3, "what": "call to f(int)"}]
nlohmann::ordered_json notAnalysedJson(const std::vector<NotAnalysed> &items);
std::vector<NotAnalysed> readNotAnalysed(const JsonCursor &from);

} // namespace sectorscope

#endif
