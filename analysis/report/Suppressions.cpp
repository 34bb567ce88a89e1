// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>

namespace sectorscope {

namespace {

bool globMatches(std::string_view pattern, std::string_view text) {
  while (!pattern.empty() && pattern.front() != '*') {
    if (text.empty() || text.front() != pattern.front())
      return false;
    pattern.remove_prefix(1);
    text.remove_prefix(1);
  }
  if (pattern.empty())
    return text.empty();
  for (std::size_t skip = 0; skip <= text.size(); ++skip)
    if (globMatches(pattern.substr(1), text.substr(skip)))
      return true;
  return false;
}

bool listNames(std::string_view list, const std::string &check) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (!item.empty() && item.front() == ' ')
      item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ')
      item.remove_suffix(1);
    if (globMatches(item, check))
      return true;
  }
  return false;
}

bool isWordCharacter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

// In two pieces, so that clang-tidy does not read them as its own.
constexpr std::string_view hereWord = "NO"
                                      "LINT",
                           nextLineWord = "NO"
                                          "LINTNEXTLINE",
                           beginWord = "NO"
                                       "LINTBEGIN",
                           endWord = "NO"
                                     "LINTEND";

/// A marker in a line: its word and, where one follows, its list with the parentheses.
struct Marker {
  std::string word, list;
};

/// All words that begin with NOLINT and are one of ours.
std::vector<Marker> markersIn(std::string_view line) {
  constexpr std::string_view begin = "NOLINT";
  std::vector<Marker> markers;
  for (std::size_t at = line.find(begin); at != std::string_view::npos; at = line.find(begin, at + 1)) {
    if (at > 0 && isWordCharacter(line[at - 1]))
      continue;
    std::size_t end = at;
    while (end < line.size() && isWordCharacter(line[end]))
      ++end;
    const std::string_view word = line.substr(at, end - at);
    if (word != hereWord && word != nextLineWord && word != beginWord && word != endWord)
      continue;
    std::string list;
    if (end < line.size() && line[end] == '(') {
      const std::size_t close = line.find(')', end);
      if (close == std::string_view::npos)
        continue; // a list that does not end names nothing
      list = line.substr(end, close + 1 - end);
    }
    markers.push_back({std::string(word), list});
  }
  return markers;
}

bool silencesRule(const std::string &list, const std::string &rule) {
  return list.empty() || listNames(std::string_view(list).substr(1, list.size() - 2), "sectorscope-" + rule);
}

} // namespace

SilencingComments::SilencingComments(const std::string &source) {
  std::vector<std::size_t> open; // those that begin a stretch
  unsigned number = 0;
  for (std::string_view rest = source; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    ++number;
    for (const Marker &marker : markersIn(rest.substr(0, end))) {
      if (marker.word == endWord) {
        const auto begin =
            std::find_if(open.rbegin(), open.rend(), [&](std::size_t i) { return comments[i].list == marker.list; });
        if (begin == open.rend())
          continue;
        comments[*begin].last = number;
        open.erase(std::next(begin).base());
        continue;
      }
      Comment &comment = comments.emplace_back(Comment{number, number, number, marker.word, marker.list});
      if (marker.word == nextLineWord) {
        comment.first = comment.last = number + 1;
      } else if (marker.word == beginWord) {
        comment.last = 0; // until its end is found
        open.push_back(comments.size() - 1);
      }
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

bool SilencingComments::silences(unsigned line, const std::string &rule) {
  bool isSilent = false;
  for (Comment &comment : comments)
    if (comment.first <= line && line <= comment.last && silencesRule(comment.list, rule))
      isSilent = comment.isUsed = true;
  return isSilent;
}

std::vector<std::string> SilencingComments::unused() const {
  std::vector<std::string> all;
  for (const Comment &comment : comments)
    if (!comment.isUsed && comment.list.find("sectorscope-") != std::string::npos)
      all.push_back(fmt::format("{}: {}{}{}", comment.line, comment.word, comment.list,
                                comment.first > comment.last ? fmt::format(" without its {}", endWord) : ""));
  return all;
}

bool isSilenced(const std::string &source, unsigned line, const std::string &rule) {
  return SilencingComments(source).silences(line, rule);
}

SilencedFindings removeSilenced(Report &report, const SourceReader &read, const std::set<std::string> &disabledRules,
                                const std::vector<AllowedRules> &allowed) {
  std::map<std::string, std::optional<SilencingComments>> sources;
  const auto commentsOf = [&](const std::string &file) -> std::optional<SilencingComments> & {
    const auto known = sources.find(file);
    if (known != sources.end())
      return known->second;
    const std::optional<std::string> source = read(file);
    return sources[file] = source ? std::optional(SilencingComments(*source)) : std::nullopt;
  };
  const auto anyRule = [](const Finding &finding, auto silences) {
    const bool itself = silences(finding.rule); // both are asked, so that each comment that means it counts as used
    return std::ranges::count_if(finding.insteadOf, silences) > 0 || itself;
  };
  SilencedFindings result;
  const auto isAllowed = [&](const Finding &finding) {
    return std::ranges::any_of(allowed, [&](const AllowedRules &entry) {
      return globMatches(entry.files, finding.place.file) && anyRule(finding, [&](const std::string &rule) {
               return std::ranges::any_of(entry.rules,
                                          [&](const std::string &name) { return name == "all" || name == rule; });
             });
    });
  };
  const auto isSilent = [&](const Finding &finding) {
    std::optional<SilencingComments> &comments = commentsOf(finding.place.file);
    if (comments &&
        anyRule(finding, [&](const std::string &rule) { return comments->silences(finding.place.line, rule); })) {
      ++result.inSource;
      return true;
    }
    const bool isOfSettings = isAllowed(finding);
    result.allowed += isOfSettings ? 1 : 0;
    return isOfSettings;
  };
  std::erase_if(report.findings, [&](const Finding &finding) { return disabledRules.count(finding.rule) != 0; });
  const auto gone = std::stable_partition(report.findings.begin(), report.findings.end(), std::not_fn(isSilent));
  std::move(gone, report.findings.end(), std::back_inserter(report.silenced));
  report.findings.erase(gone, report.findings.end());
  for (const AuditedUnit &unit : report.units)
    if (const auto &comments = commentsOf(unit.sourceFile))
      for (const std::string &comment : comments->unused())
        result.unused.push_back(fmt::format("{}:{}", unit.sourceFile, comment));
  return result;
}

} // namespace sectorscope
