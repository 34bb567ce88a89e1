// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Fingerprints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <tuple>

namespace sectorscope {

namespace {

/// FNV-1a, 64 bits: short, stable over platforms and releases.
std::string hashOf(const std::string &text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash);
}

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "operator" and its symbol at the begin of `rest`, where those of a symbol would be taken for brackets; else empty.
std::string_view operatorAt(std::string_view rest) {
  constexpr std::string_view word = "operator";
  if (!rest.starts_with(word))
    return {};
  for (const std::string_view symbol : {"<<=", ">>=", "<=>", "->*", "<<", ">>", "<=", ">=", "->", "()", "<", ">"})
    if (rest.substr(word.size()).starts_with(symbol))
      return rest.substr(0, word.size() + symbol.size());
  return {};
}

} // namespace

std::string baseNameOf(const std::string &demangled) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  std::string name;
  int depth = 0; // of template arguments
  for (std::size_t at = 0; at < demangled.size(); ++at) {
    const std::string_view rest = std::string_view(demangled).substr(at);
    const char c = demangled[at];
    if (depth == 0 && (at == 0 || !isWord(demangled[at - 1])))
      if (const std::string_view symbol = operatorAt(rest); !symbol.empty()) {
        name += symbol;
        at += symbol.size() - 1;
        if (rest.substr(symbol.size()).starts_with(" <")) // a space keeps template arguments apart from the symbol
          ++at;
        continue;
      }
    if (depth == 0 && rest.starts_with(unnamed)) {
      name += unnamed;
      at += unnamed.size() - 1;
    } else if (c == '<') {
      ++depth;
    } else if (c == '>' && depth > 0) {
      depth -= demangled[at - 1] == '-' ? 0 : 1;
    } else if (depth > 0) {
      continue;
    } else if (c == '(') {
      break;
    } else if (c == ' ') {
      name.clear(); // it was the type of the result
    } else {
      name += c;
    }
  }
  return name.empty() ? demangled : name;
}

std::string identityInAnyFile(const Finding &finding) {
  const std::string &function = finding.function.empty() ? finding.kernel : finding.function;
  return finding.rule + '\n' + baseNameOf(function) + '\n' + finding.statement;
}

std::string identityOf(const Finding &finding) { return finding.place.file + '\n' + identityInAnyFile(finding); }

void nameFindings(std::vector<Finding> &findings) {
  std::vector<Finding *> byPlace;
  byPlace.reserve(findings.size());
  for (Finding &finding : findings)
    byPlace.push_back(&finding);
  std::stable_sort(byPlace.begin(), byPlace.end(), [](const Finding *a, const Finding *b) {
    return std::tie(a->place.file, a->place.line, a->place.column) <
           std::tie(b->place.file, b->place.line, b->place.column);
  });
  std::map<std::string, unsigned> ordinals;
  for (Finding *finding : byPlace) {
    const std::string identity = identityOf(*finding);
    finding->fingerprint = hashOf(fmt::format("{}\n{}", identity, ordinals[identity]++));
  }
}

} // namespace sectorscope
