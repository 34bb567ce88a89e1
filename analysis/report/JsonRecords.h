// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Records and who uses them as JSON, there and back.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONRECORDS_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONRECORDS_H

#include "report/JsonCursor.h"
#include "sectorscope/Records.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace sectorscope {

/// {"name": "Pair", "bytes": 8, "fields": [{"name": "key", "offset": 0, "bytes": 4, "alignment": 4}, ...]}
nlohmann::ordered_json recordTypeJson(const RecordType &type);
RecordType readRecordType(const JsonCursor &from);

/// The list "records" of a report: for each record its type, "used_together", and "kernels" with the fields that each
/// uses, its requests, and the sectors that they move now and in other layouts.
nlohmann::ordered_json recordsJson(const std::vector<RecordUse> &records);
std::vector<RecordUse> readRecords(const JsonCursor &from);

} // namespace sectorscope

#endif
