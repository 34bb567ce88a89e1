// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Suppressions.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>

namespace sectorscope {

namespace {

/// Line `number` from 1; empty if there is none.
std::string_view lineOf(std::string_view source, unsigned number) {
  if (number == 0)
    return {};
  for (; number > 1; --number) {
    const std::size_t end = source.find('\n');
    if (end == std::string_view::npos)
      return {};
    source.remove_prefix(end + 1);
  }
  return source.substr(0, source.find('\n'));
}

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

/// `marker` as a word of its own, with a list that names the rule or with none.
bool markerSilences(std::string_view line, std::string_view marker, const std::string &check) {
  for (std::size_t at = line.find(marker); at != std::string_view::npos; at = line.find(marker, at + 1)) {
    const std::string_view rest = line.substr(at + marker.size());
    if ((at > 0 && isWordCharacter(line[at - 1])) || (!rest.empty() && isWordCharacter(rest.front())))
      continue; // NOLINTNEXTLINE is not NOLINT
    if (rest.empty() || rest.front() != '(')
      return true;
    const std::size_t close = rest.find(')');
    if (close != std::string_view::npos && listNames(rest.substr(1, close - 1), check))
      return true;
  }
  return false;
}

} // namespace

bool isSilenced(const std::string &source, unsigned line, const std::string &rule) {
  const std::string check = "sectorscope-" + rule;
  return markerSilences(lineOf(source, line), "NOLINT", check) ||
         (line > 1 && markerSilences(lineOf(source, line - 1), "NOLINTNEXTLINE", check));
}

std::size_t removeSilenced(Report &report, const SourceReader &read, const std::set<std::string> &disabledRules) {
  std::map<std::string, std::optional<std::string>> sources;
  const auto silenced = [&](const Finding &finding) {
    const std::string &file = finding.place.file;
    auto known = sources.find(file);
    if (known == sources.end())
      known = sources.emplace(file, read(file)).first;
    const auto silences = [&](const std::string &rule) { return isSilenced(*known->second, finding.place.line, rule); };
    return known->second && (silences(finding.rule) || std::ranges::any_of(finding.insteadOf, silences));
  };
  std::erase_if(report.findings, [&](const Finding &finding) { return disabledRules.count(finding.rule) != 0; });
  const auto gone = std::stable_partition(report.findings.begin(), report.findings.end(), std::not_fn(silenced));
  const auto count = static_cast<std::size_t>(report.findings.end() - gone);
  std::move(gone, report.findings.end(), std::back_inserter(report.silenced));
  report.findings.erase(gone, report.findings.end());
  return count;
}

} // namespace sectorscope
