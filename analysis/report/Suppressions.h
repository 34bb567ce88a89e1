// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Findings that a person has silenced in the source.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_SUPPRESSIONS_H
#define SECTORSCOPE_ANALYSIS_REPORT_SUPPRESSIONS_H

#include "sectorscope/Report.h"

#include <functional>
#include <optional>
#include <set>
#include <string>

namespace sectorscope {

/// Whether a comment in `source` silences `rule` on `line` (from 1). As clang-tidy reads them:
///
///     x = a[i].f; // NOLINT(sectorscope-excess-sectors)      this rule on this line; a list is separated by commas
///     x = a[i].f; // NOLINT(sectorscope-*)                   every rule of ours
///     x = a[i].f; // NOLINT                                  everything, of other tools too
///     // NOLINTNEXTLINE(sectorscope-misaligned)              the line below
bool isSilenced(const std::string &source, unsigned line, const std::string &rule);

/// The text of a file as a report names it; empty if it cannot be read.
using SourceReader = std::function<std::optional<std::string>(const std::string &file)>;

/// Moves the findings that the source silences to Report::silenced, and removes those of `disabledRules`. Returns how
/// many were silenced.
std::size_t removeSilenced(Report &report, const SourceReader &read, const std::set<std::string> &disabledRules);

} // namespace sectorscope

#endif
