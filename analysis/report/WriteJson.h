// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// JSON documents that people read as well.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_WRITEJSON_H
#define SECTORSCOPE_ANALYSIS_REPORT_WRITEJSON_H

#include "sectorscope/Footprint.h"
#include "sectorscope/LaunchTotals.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <ostream>
#include <string>

namespace sectorscope {

/// Four decimals hold a mean over the warps of a launch well enough, and print the same everywhere.
double rounded(double value);

/// Counts are whole numbers and look like it.
nlohmann::ordered_json wholeOrRounded(double value);

/// {"min": 4, "mean": 4.5, "max": 5}, or null where nothing is known.
nlohmann::ordered_json spreadJson(const Spread &spread, bool known);

/// {"half": 0, "single": 2, "double": 0}, or null.
nlohmann::ordered_json flopJson(const std::optional<FlopCount> &flop);

/// Writes one value of a document, which stands at `key` (or in a list, then ""), `indent` columns from the left.
void writeJsonAt(const nlohmann::ordered_json &value, const std::string &key, unsigned indent, std::ostream &out);

/// Writes the document, indented, but small flat values, expression graphs and sites stay on one line.
void writeJson(const nlohmann::ordered_json &document, std::ostream &out);

} // namespace sectorscope

#endif
