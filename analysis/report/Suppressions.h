// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Findings that a person has silenced, in the source or in the settings.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_SUPPRESSIONS_H
#define SECTORSCOPE_ANALYSIS_REPORT_SUPPRESSIONS_H

#include "sectorscope/Report.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// The comments of one source text that silence rules, as clang-tidy reads them:
///
///     x = a[i].f; // NOLINT(sectorscope-excess-sectors)      this rule on this line; a list is separated by commas
///     x = a[i].f; // NOLINT(sectorscope-*)                   every rule of ours
///     x = a[i].f; // NOLINT                                  everything, of other tools too
///     // NOLINTNEXTLINE(sectorscope-misaligned)              the line below
///     // NOLINTBEGIN(sectorscope-misaligned)                 from here
///     // NOLINTEND(sectorscope-misaligned)                   to here; the lists must be the same
class SilencingComments {
public:
  explicit SilencingComments(const std::string &source);

  /// Whether one of them silences `rule` on `line` (from 1); it counts as used then.
  bool silences(unsigned line, const std::string &rule);

  /// Those that name rules of ours and were not used, with their lines: "5: NOLINT(sectorscope-misaligned)".
  std::vector<std::string> unused() const;

private:
  struct Comment {
    unsigned line, first, last; ///< where it stands, and the lines that it is for; none where first > last
    std::string word, list;     ///< "NOLINT", "(a,b)" or empty
    bool isUsed = false;
  };
  std::vector<Comment> comments;
};

/// The same for one question.
bool isSilenced(const std::string &source, unsigned line, const std::string &rule);

/// The text of a file as a report names it; empty if it cannot be read.
using SourceReader = std::function<std::optional<std::string>(const std::string &file)>;

/// Rules that are allowed in files: `allow: {"third_party/*": [misaligned]}` of the settings.
struct AllowedRules {
  std::string files;              ///< a pattern with * for anything
  std::vector<std::string> rules; ///< names, or "all"
};

/// What was silenced, and what silences nothing.
struct SilencedFindings {
  std::size_t inSource = 0, allowed = 0;
  /// "k.cu:5: NOLINT(sectorscope-misaligned)", in the source files of the units; headers are others' business, too.
  std::vector<std::string> unused;
};

/// Moves the findings that are silenced to Report::silenced, and removes those of `disabledRules`.
SilencedFindings removeSilenced(Report &report, const SourceReader &read, const std::set<std::string> &disabledRules,
                                const std::vector<AllowedRules> &allowed = {});

} // namespace sectorscope

#endif
