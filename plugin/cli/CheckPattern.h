// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// CHECK lines for `--format=check`, in fields: what each asks of an access, and what it says of the access's numbers.

#ifndef SECTORSCOPE_PLUGIN_CLI_CHECKPATTERN_H
#define SECTORSCOPE_PLUGIN_CLI_CHECKPATTERN_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// The fields of a line that are numbers, in their order, and what they hang on; docs/gating.md has the grammar.
enum class CheckField { Width, Count, Ideal, Lanes, Certainty, Block, Other };

/// A word of a line, or of a pattern, where it may hold {{...}} and [[...]].
struct CheckWord {
  CheckField field = CheckField::Other;
  std::size_t column = 0; ///< from 0
  std::string text;       ///< "sectors=4/4/4", "{{.*}}", "kernel=f(float*, int)"
  bool isLiteral = true;  ///< no {{...}} or [[...]] in it
};

/// Parts a line, or a pattern from `from` on, into its words.
std::vector<CheckWord> checkWords(const std::string &line, std::size_t from = 0);

/// The first word of that field, if there is one.
const CheckWord *wordOf(const std::vector<CheckWord> &words, CheckField field);

/// A line of the source that FileCheck holds against a line about an access.
struct CheckPattern {
  unsigned line = 0;
  std::size_t column = 0;  ///< of the pattern, behind "CHECK: "
  bool inAnyOrder = false; ///< -DAG
  std::vector<CheckWord> words;
  std::string problem; ///< why it cannot be followed; empty if it can
};

/// The patterns in `source` of these prefixes that speak of sectors or wavefronts, but for those that forbid (-NOT).
std::vector<CheckPattern> checkPatternsIn(const std::string &source, const std::vector<std::string> &prefixes);

/// What finds the accesses that the pattern is for, whatever their numbers: in place of those, anything.
std::string regexWithoutNumbers(const CheckPattern &pattern);

/// The pattern as a regular expression for a pattern that stands at `line`, as FileCheck reads it; variables stand for
/// anything.
std::string regexOf(const std::string &pattern, unsigned line);

} // namespace sectorscope

#endif
