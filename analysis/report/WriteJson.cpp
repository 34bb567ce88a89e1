// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/WriteJson.h"

#include <cmath>
#include <string>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

bool isFlat(const ordered_json &value) {
  for (const auto &item : value)
    if (item.is_structured())
      return false;
  return true;
}

/// Indented, but small flat values, expression graphs and sites stay on one line: the document is read by people as
/// well.
void write(const ordered_json &value, const std::string &key, unsigned indent, std::ostream &out) {
  constexpr std::size_t longestInline = 100;
  // Source files need not be UTF-8; what is not becomes U+FFFD.
  const auto compact = [&] { return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace); };
  if (!value.is_structured() || value.empty() || key == "expr" || key == "nodes" || key == "site") {
    out << compact();
    return;
  }
  if (isFlat(value))
    if (const std::string text = compact(); text.size() <= longestInline) {
      out << text;
      return;
    }
  const std::string margin(indent + 2, ' ');
  out << (value.is_object() ? '{' : '[');
  bool first = true;
  for (const auto &item : value.items()) {
    out << (first ? "\n" : ",\n") << margin;
    first = false;
    if (value.is_object())
      out << ordered_json(item.key()).dump(-1, ' ', false, ordered_json::error_handler_t::replace) << ": ";
    write(item.value(),
          value.is_object()                 ? item.key()
          : key == "sites" || key == "work" ? "site"
                                            : "",
          indent + 2, out);
  }
  out << '\n' << std::string(indent, ' ') << (value.is_object() ? '}' : ']');
}

} // namespace

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

ordered_json wholeOrRounded(double value) {
  const double whole = std::round(value);
  if (std::abs(value - whole) < 1e-9 && std::abs(whole) < 0x1p63)
    return static_cast<std::int64_t>(whole);
  return rounded(value);
}

ordered_json spreadJson(const Spread &spread, bool known) {
  if (!known)
    return nullptr;
  return {{"min", wholeOrRounded(spread.min)}, {"mean", rounded(spread.mean)}, {"max", wholeOrRounded(spread.max)}};
}

ordered_json flopJson(const std::optional<FlopCount> &flop) {
  if (!flop)
    return nullptr;
  return {{"half", wholeOrRounded(flop->half)},
          {"single", wholeOrRounded(flop->single)},
          {"double", wholeOrRounded(flop->twice)}};
}

void writeJsonAt(const ordered_json &value, const std::string &key, unsigned indent, std::ostream &out) {
  write(value, key, indent, out);
}

void writeJson(const ordered_json &document, std::ostream &out) {
  write(document, "", 0, out);
  out << '\n';
}

} // namespace sectorscope
