// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Findings as SARIF 2.1.0, for code scanning.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_SARIF_H
#define SECTORSCOPE_ANALYSIS_REPORT_SARIF_H

#include "sectorscope/Report.h"

#include <cstddef>
#include <ostream>
#include <string>

namespace sectorscope {

struct SarifOptions {
  /// Where the pages of the rules lie, "https://example.org/sectorscope/docs/rules": each rule gets the address of its
  /// own. Empty: none; the text of the page goes with the rule in any case.
  std::string rulePages;
  // What GitHub takes of one upload.
  std::size_t mostResults = 25'000;
  std::size_t mostBytes = 10'000'000;
};

/// One run. All rules with their help; a result for each finding, those first that waste most, with a location relative
/// to the root of the sources, a partial fingerprint, its state where there is a baseline, and silenced ones with their
/// suppression. Beyond the limits, results are left out from the end, and a notification says how many.
void printSarif(const Report &report, const SarifOptions &options, std::ostream &out);

} // namespace sectorscope

#endif
