// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The statements that accesses stand in, as the source has them.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_SOURCETEXTS_H
#define SECTORSCOPE_ANALYSIS_REPORT_SOURCETEXTS_H

#include "report/Suppressions.h"
#include "sectorscope/Report.h"

#include <map>
#include <optional>
#include <string>

namespace sectorscope {

/// The statement around a place of a source text, in a form that lays no weight on layout: no comments, no white space
/// but between words, without the `if (...)` or `for (...)` that it hangs on. Empty where the place is not in it.
///
/// Worked example: of `for (int k = 0; k < n; ++k) // all\n  s +=\n  a[3 * k];` the place of `a` gives "s+=a[3*k];".
std::string statementAt(const std::string &source, unsigned line, unsigned column);

/// Puts the statements into the accesses and findings of a report, and names the findings anew: with their source they
/// are still known when the lines have moved.
void addSourceTexts(Report &report, const SourceReader &read);

} // namespace sectorscope

#endif
