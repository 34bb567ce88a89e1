// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CheckPattern.h"

#include "adapter/ParseNumber.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

namespace sectorscope {

namespace {

constexpr std::string_view blanks = " \t";

/// The end of the {{...}} or [[...]] that begins at `at`; `at` where none does.
std::size_t skipWildcard(std::string_view text, std::size_t at) {
  for (const auto &[open, close] : {std::pair("{{", "}}"), std::pair("[[", "]]")})
    if (text.substr(at).starts_with(open)) {
      const std::size_t end = text.find(close, at + 2);
      return end == std::string_view::npos ? text.size() : end + 2;
    }
  return at;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, word) != all.end();
}

CheckField fieldOf(const CheckWord &word, bool isBehindCount) {
  const std::string_view text = word.text;
  static constexpr std::array<std::pair<std::string_view, CheckField>, 5> named = {{{"sectors=", CheckField::Count},
                                                                                    {"wavefronts=", CheckField::Count},
                                                                                    {"ideal=", CheckField::Ideal},
                                                                                    {"lanes=", CheckField::Lanes},
                                                                                    {"block=", CheckField::Block}}};
  for (const auto &[name, field] : named)
    if (text.starts_with(name))
      return field;
  if (isBehindCount)
    return isOneOf(text, {"exact", "bounded", "unknown"}) ? CheckField::Certainty : CheckField::Other;
  const bool isWidth = text.ends_with('B') && parseNumber<unsigned>(text.substr(0, text.size() - 1));
  return isWidth ? CheckField::Width : CheckField::Other;
}

/// Where the pattern begins, and what stands between the prefix and the colon ("-NEXT"); empty if `line` has none.
std::optional<std::pair<std::size_t, std::string>> patternIn(std::string_view line, const std::string &prefix) {
  for (std::size_t at = line.find(prefix); at != std::string_view::npos; at = line.find(prefix, at + 1)) {
    const auto isOfName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
    const std::size_t end = at + prefix.size(), colon = line.find(':', end);
    if ((at > 0 && isOfName(line[at - 1])) || colon == std::string_view::npos)
      continue;
    const std::string kind(line.substr(end, colon - end));
    const bool isKind = kind.empty() || kind.starts_with("{") || kind.starts_with("-COUNT-") ||
                        isOneOf(kind, {"-NEXT", "-SAME", "-NOT", "-DAG", "-LABEL", "-EMPTY"});
    const std::size_t pattern = line.find_first_not_of(blanks, colon + 1);
    if (isKind && pattern != std::string_view::npos)
      return std::pair(pattern, kind);
  }
  return std::nullopt;
}

} // namespace

std::vector<CheckWord> checkWords(const std::string &line, std::size_t from) {
  std::vector<CheckWord> words;
  bool isBehindCount = false;
  const std::size_t end = line.find_last_not_of(" \t\r") + 1;
  for (std::size_t at = line.find_first_not_of(blanks, from); at < end; at = line.find_first_not_of(blanks, at)) {
    CheckWord word{.column = at};
    while (at < end && blanks.find(line[at]) == std::string_view::npos) {
      const std::size_t behind = skipWildcard(line, at);
      word.isLiteral &= behind == at;
      at = behind == at ? at + 1 : behind;
    }
    if (std::string_view(line).substr(word.column).starts_with("kernel=")) // the name may hold spaces
      for (; at < end; ++at)
        word.isLiteral &= skipWildcard(line, at) == at;
    word.text = line.substr(word.column, at - word.column);
    word.field = fieldOf(word, isBehindCount);
    isBehindCount |= word.field == CheckField::Count;
    words.push_back(std::move(word));
  }
  return words;
}

const CheckWord *wordOf(const std::vector<CheckWord> &words, CheckField field) {
  const auto found = std::ranges::find(words, field, &CheckWord::field);
  return found == words.end() ? nullptr : &*found;
}

std::vector<CheckPattern> checkPatternsIn(const std::string &source, const std::vector<std::string> &prefixes) {
  std::vector<CheckPattern> patterns;
  std::istringstream in(source);
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    for (const std::string &prefix : prefixes) {
      const auto found = patternIn(line, prefix);
      if (!found)
        continue;
      const auto &[column, kind] = *found;
      CheckPattern pattern{number, column, kind == "-DAG", checkWords(line, column), ""};
      if (kind == "-NOT" || !wordOf(pattern.words, CheckField::Count))
        break;
      if (kind.starts_with("{") || kind.starts_with("-COUNT-") || kind == "-SAME")
        pattern.problem =
            fmt::format("{}{}: is not followed; write it as {}: or {}-NEXT:", prefix, kind, prefix, prefix);
      patterns.push_back(std::move(pattern));
      break;
    }
  }
  return patterns;
}

std::string regexWithoutNumbers(const CheckPattern &pattern) {
  std::string regex;
  for (const CheckWord &word : pattern.words) {
    regex += regex.empty() ? "" : "[ \t]+";
    if (word.field == CheckField::Other || !word.isLiteral)
      regex += regexOf(word.text, pattern.line);
    else
      regex += word.text.substr(0, word.text.find('=') + 1) + "[^ ]+";
  }
  return regex;
}

std::string regexOf(const std::string &pattern, unsigned line) {
  std::string regex;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t behind = skipWildcard(pattern, at);
    if (behind == at) {
      const std::size_t word = std::min(pattern.find_first_not_of(blanks, at), pattern.size());
      regex += word > at
                   ? "[ \t]+"
                   : llvm::Regex::escape(llvm::StringRef(pattern.data() + at, 1)); // FileCheck reads blanks as one
      at = std::max(word, at + 1);
      continue;
    }
    const std::string_view inside = std::string_view(pattern).substr(at + 2, behind - at - 4);
    std::string_view offset = inside;
    offset.remove_prefix(offset.starts_with("#") ? 1 : 0);
    const std::size_t colon = inside.find(':');
    if (pattern[at] == '{') {
      regex.append("(").append(inside).append(")");
    } else if (offset.starts_with("@LINE")) {
      offset.remove_prefix(5);
      std::string digits;
      std::ranges::copy_if(offset, std::back_inserter(digits), [](char c) { return c != ' ' && c != '+'; });
      regex += std::to_string(line + parseNumber<int>(digits).value_or(0));
    } else {
      regex += colon != std::string_view::npos && !inside.starts_with("#")
                   ? fmt::format("({})", inside.substr(colon + 1))
                   : ".*";
    }
    at = behind;
  }
  return regex;
}

} // namespace sectorscope
