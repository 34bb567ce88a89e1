// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// One program under several launches, side by side: what an access moves for this block shape and for that.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_TRYTABLE_H
#define SECTORSCOPE_ANALYSIS_REPORT_TRYTABLE_H

#include "report/Text.h"
#include "sectorscope/Report.h"

#include <ostream>
#include <string>
#include <vector>

namespace sectorscope {

/// What stands for the shapes where a name is asked for; every other name is that of a scalar parameter.
constexpr const char *triedBlock = "block", *triedGrid = "grid";

/// "block" and "32x8", "ld" and "1024".
struct TriedValue {
  std::string name, value;
};

/// The report under one combination of values. All columns are of the same program and try the same names.
struct TryColumn {
  std::vector<TriedValue> tried;
  Report report;
};

/// A table for each kernel and launch: a row per access, a column per combination, sectors or wavefronts per request in
/// the cells, and a * behind the smallest of a row where they differ. Kernels that have none of the names are left out.
/// More columns than fit beside each other go below.
///
///     24:25  store 4 B  32    16    8*    out + 4*(1024*(ctaid.x*ntid.x + tid.x) + ...)
void printTryText(const std::vector<TryColumn> &columns, const TextOptions &options, std::ostream &out);

/// The same as a document of schema sectorscope-try/1, see test/try.schema.json.
void printTryJson(const std::vector<TryColumn> &columns, std::ostream &out);

} // namespace sectorscope

#endif
