// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SourceTexts.h"

#include "model/Fingerprints.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace sectorscope {

namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Where a text or character literal that begins at `at` ends; one past its quote, or at the end of the line.
std::size_t endOfLiteral(const std::string &text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
    if (text[at] == '\\')
      ++at;
  return std::min(at + 1, text.size());
}

void blank(std::string &text, std::size_t from, std::size_t to) {
  for (; from < to; ++from)
    if (text[from] != '\n')
      text[from] = ' ';
}

/// Comments become spaces; lines stay lines.
void blankComments(std::string &text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    std::size_t end = at + 1;
    if (rest.starts_with("//")) {
      end = std::min(text.find('\n', at), text.size());
      blank(text, at, end);
    } else if (rest.starts_with("/*")) {
      end = text.find("*/", at + 2);
      end = end == std::string::npos ? text.size() : end + 2;
      blank(text, at, end);
    } else if (text[at] == '"' || (text[at] == '\'' && (at == 0 || !isWord(text[at - 1])))) { // 1'000 is a number
      end = endOfLiteral(text, at);
    }
    at = end;
  }
}

/// Lines of the preprocessor become the end of what stands before them.
void blankDirectives(std::string &text) {
  for (std::size_t line = 0; line < text.size();) {
    std::size_t end = std::min(text.find('\n', line), text.size());
    const std::size_t first = text.find_first_not_of(" \t", line);
    if (first < end && text[first] == '#') {
      while (end < text.size() && text[end - 1] == '\\')
        end = std::min(text.find('\n', end + 1), text.size());
      blank(text, line, end);
      text[first] = ';';
    }
    line = end + 1;
  }
}

/// Of `if (a) x;`, where `x` begins; `at` itself where no such word stands there.
std::size_t pastControl(const std::string &text, std::size_t at) {
  for (const std::string_view word : {"if", "for", "while", "switch", "else", "do"}) {
    if (text.compare(at, word.size(), word) != 0 || (at + word.size() < text.size() && isWord(text[at + word.size()])))
      continue;
    std::size_t open = at + word.size();
    while (open < text.size() && isSpace(text[open]))
      ++open;
    if (word == "else" || word == "do")
      return open;
    int depth = 0;
    for (; open < text.size(); ++open) {
      depth += text[open] == '(' ? 1 : text[open] == ')' ? -1 : 0;
      if (depth == 0)
        return open + 1;
    }
  }
  return at;
}

std::size_t beginOfStatement(const std::string &text, std::size_t at) {
  std::size_t begin = at;
  for (int depth = 0; begin > 0; --begin) {
    const char c = text[begin - 1];
    if (c == '{' || c == '}' || (c == ';' && depth == 0))
      break;
    depth += c == ')' ? 1 : c == '(' && depth > 0 ? -1 : 0;
  }
  for (;;) {
    while (begin < at && isSpace(text[begin]))
      ++begin;
    const std::size_t past = pastControl(text, begin);
    if (past == begin || past > at)
      return begin;
    begin = past;
  }
}

std::size_t endOfStatement(const std::string &text, std::size_t at) {
  for (int depth = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '}' || (c == ';' && depth <= 0))
      return c == ';' ? at + 1 : at;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  return at;
}

std::string withoutLayout(std::string_view text) {
  std::string plain;
  bool gap = false;
  for (const char c : text) {
    if (isSpace(c)) {
      gap = true;
      continue;
    }
    if (gap && !plain.empty() && isWord(plain.back()) && isWord(c))
      plain += ' ';
    gap = false;
    plain += c;
  }
  return plain;
}

std::string statementIn(const std::string &blanked, unsigned line, unsigned column) {
  std::size_t at = 0;
  for (; line > 1; --line) {
    at = blanked.find('\n', at);
    if (at == std::string::npos)
      return "";
    ++at;
  }
  if (line == 0)
    return "";
  const std::size_t end = std::min(blanked.find('\n', at), blanked.size());
  if (column == 0) // of the line, only the line is known
    return withoutLayout(std::string_view(blanked).substr(at, end - at));
  at = std::min(at + column - 1, end);
  const std::size_t begin = beginOfStatement(blanked, at);
  return withoutLayout(std::string_view(blanked).substr(begin, endOfStatement(blanked, at) - begin));
}

std::string blanked(std::string source) {
  blankComments(source);
  blankDirectives(source);
  return source;
}

} // namespace

std::string statementAt(const std::string &source, unsigned line, unsigned column) {
  return statementIn(blanked(source), line, column);
}

void addSourceTexts(Report &report, const SourceReader &read) {
  std::map<std::string, std::optional<std::string>> files;
  const auto statement = [&](const SourcePlace &place) -> std::string {
    if (place.file.empty())
      return "";
    auto known = files.find(place.file);
    if (known == files.end()) {
      std::optional<std::string> source = read(place.file);
      known = files.emplace(place.file, source ? std::optional(blanked(std::move(*source))) : std::nullopt).first;
    }
    return known->second ? statementIn(*known->second, place.line, place.column) : "";
  };
  for (KernelReport &kernel : report.kernels)
    for (LaunchReport &launch : kernel.launches)
      for (AccessReport &access : launch.accesses)
        access.statement = statement(access.site.place);
  for (std::vector<Finding> *findings : {&report.findings, &report.silenced}) {
    for (Finding &finding : *findings)
      finding.statement = statement(finding.place);
    nameFindings(*findings);
  }
}

} // namespace sectorscope
