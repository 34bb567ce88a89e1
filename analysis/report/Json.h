// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The report for other tools: schema sectorscope-report/1, see test/report.schema.json.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSON_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSON_H

#include "sectorscope/Report.h"

#include <ostream>

namespace sectorscope {

/// One document. Fields that nothing computes yet are null; numbers of unknown accesses are null. Means have at most
/// four decimals. The same report gives the same bytes.
void printJson(const Report &report, std::ostream &out);

/// "0.1.0".
const char *toolVersion();

} // namespace sectorscope

#endif
