// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/UpdateChecks.h"

#include "cli/CheckPattern.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace sectorscope {

namespace {

/// A line of the output.
struct Access {
  std::string text;
  std::vector<CheckWord> words;
};

/// A pattern with its text and what it matches, compiled once.
struct Check {
  const CheckPattern &pattern;
  std::string text;
  llvm::Regex whole, withoutNumbers;
};

/// How well the access fits: 0 not at all; more than that where more than what stands beside the numbers fits.
unsigned likeness(const Check &check, const Access &access) {
  if (!check.withoutNumbers.match(access.text))
    return 0;
  const auto isAsWanted = [&](CheckField field) {
    const CheckWord *wanted = wordOf(check.pattern.words, field), *there = wordOf(access.words, field);
    return !wanted || !wanted->isLiteral || (there && wanted->text == there->text);
  };
  // The number of lines that find an access counts first.
  return 1000 + (isAsWanted(CheckField::Width) ? 20 : 0) + (isAsWanted(CheckField::Block) ? 10 : 0) +
         (check.whole.match(access.text) ? 5 : 0);
}

/// For each check the access that it is paired with: the best pairs that keep the order of both, since FileCheck does;
/// then whatever is left for those that may stand in any order.
std::vector<std::optional<std::size_t>> pairUp(const std::vector<Check> &checks, const std::vector<Access> &accesses) {
  const std::size_t columns = accesses.size() + 1;
  std::vector<unsigned> like(checks.size() * accesses.size());
  std::vector<unsigned> best((checks.size() + 1) * columns); // of the checks from c and the accesses from a on
  const auto bestFrom = [&](std::size_t c, std::size_t a) -> unsigned & { return best[c * columns + a]; };
  const auto likeOf = [&](std::size_t c, std::size_t a) -> unsigned & { return like[c * accesses.size() + a]; };
  for (std::size_t c = checks.size(); c-- > 0;)
    for (std::size_t a = accesses.size(); a-- > 0;) {
      likeOf(c, a) = likeness(checks[c], accesses[a]);
      const unsigned paired = likeOf(c, a) ? likeOf(c, a) + bestFrom(c + 1, a + 1) : 0;
      bestFrom(c, a) = std::max({paired, bestFrom(c + 1, a), bestFrom(c, a + 1)});
    }
  std::vector<std::optional<std::size_t>> pairs(checks.size());
  std::vector<bool> isTaken(accesses.size());
  for (std::size_t c = 0, a = 0; c < checks.size() && a < accesses.size();) {
    if (likeOf(c, a) && bestFrom(c, a) == likeOf(c, a) + bestFrom(c + 1, a + 1)) {
      isTaken[a] = true;
      pairs[c++] = a++;
    } else if (bestFrom(c, a) == bestFrom(c, a + 1)) {
      ++a;
    } else {
      ++c;
    }
  }
  for (std::size_t c = 0; c < checks.size(); ++c)
    for (std::size_t a = 0; checks[c].pattern.inAnyOrder && !pairs[c] && a < accesses.size(); ++a)
      if (!isTaken[a] && likeOf(c, a)) {
        isTaken[a] = true;
        pairs[c] = a;
      }
  return pairs;
}

/// The numbers of the pattern that are not those of the access.
std::vector<SourceEdit> editsFor(const CheckPattern &pattern, const Access &access) {
  std::vector<SourceEdit> edits;
  for (const CheckWord &word : pattern.words) {
    const CheckWord *now = wordOf(access.words, word.field);
    if (word.field == CheckField::Other || !word.isLiteral || !now || word.text == now->text)
      continue;
    const std::size_t equals = word.text.find('=') + 1; // 0 where there is none
    edits.push_back({pattern.line, word.column + equals, word.text.substr(0, equals), word.text.substr(equals),
                     now->text.substr(now->text.find('=') + 1)});
  }
  return edits;
}

} // namespace

SourceEdits updateCheckLines(const std::string &source, const std::vector<std::string> &prefixes,
                             const std::vector<std::string> &output) {
  SourceEdits result;
  std::vector<std::string> lines;
  std::istringstream in(source);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
  std::vector<Access> accesses;
  for (const std::string &line : output)
    if (Access access{line, checkWords(line)}; wordOf(access.words, CheckField::Count))
      accesses.push_back(std::move(access));
  const std::vector<CheckPattern> patterns = checkPatternsIn(source, prefixes);
  std::vector<Check> checks;
  for (const CheckPattern &pattern : patterns) {
    const std::string text = lines[pattern.line - 1].substr(pattern.column);
    Check check{pattern, text, llvm::Regex(regexOf(text, pattern.line)), llvm::Regex(regexWithoutNumbers(pattern))};
    std::string problem = pattern.problem;
    if (problem.empty() && !check.whole.isValid(problem))
      problem = fmt::format("the pattern cannot be read: {}", problem);
    if (problem.empty())
      checks.push_back(std::move(check));
    else
      result.left.push_back({pattern.line, problem});
  }
  const auto pairs = pairUp(checks, accesses);
  for (std::size_t c = 0; c < checks.size(); ++c) {
    const CheckPattern &pattern = checks[c].pattern;
    const std::optional<std::size_t> paired = pairs[c];
    if (!paired) {
      result.left.push_back(
          {pattern.line,
           "no such access any more, whatever its numbers; take the line out or mend it: " + checks[c].text});
      continue;
    }
    const Access &access = accesses[*paired];
    if (checks[c].whole.match(access.text))
      continue;
    const std::vector<SourceEdit> edits = editsFor(pattern, access);
    std::string line = applied(lines[pattern.line - 1], [&] {
      std::vector<SourceEdit> here = edits;
      for (SourceEdit &edit : here)
        edit.line = 1;
      return here;
    }());
    if (llvm::Regex(regexOf(line.substr(pattern.column), pattern.line)).match(access.text))
      result.edits.insert(result.edits.end(), edits.begin(), edits.end());
    else
      result.left.push_back({pattern.line, "new numbers alone do not make it match: " + access.text});
  }
  return result;
}

} // namespace sectorscope
