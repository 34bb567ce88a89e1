// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Any number of JSON reports as one, in the memory of one.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_MERGEJSON_H
#define SECTORSCOPE_ANALYSIS_REPORT_MERGEJSON_H

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace sectorscope {

/// The next report, as its file has it; nothing after the last one.
using NextReport = std::function<std::optional<std::string>()>;

/// Writes what one audit of all files would have written: the kernels one after another as they come, with ids
/// renumbered; a finding that several have (a header) once; fingerprints over all. At any time one report is in memory,
/// and what is written behind the kernels: findings, units, notes. Throws std::runtime_error with one line about a text
/// that is no report, without the name of its file; what was written until then is of no use.
void mergeJsonReports(const NextReport &next, std::ostream &out);

} // namespace sectorscope

#endif
