// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads raw measurements. std::from_chars knows no locale.

#include "RawTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace sectorscope::check {

namespace {

constexpr std::string_view kFormat = "1";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

class Reader {
public:
  RawTable read(std::string_view text) {
    while (!text.empty()) {
      ++number;
      const std::size_t end = text.find('\n');
      if (end == text.npos)
        fail("is cut off");
      line(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    if (!begun)
      throw std::runtime_error("is no table of sectorscope-measure");
    if (!ended)
      throw std::runtime_error(fmt::format("is cut off after row {}: the last line, '# end', is missing", number));
    return std::move(table);
  }

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw std::runtime_error(fmt::format("row {} {}", number, what));
  }

  void line(std::string_view text) {
    if (ended)
      fail("comes after the end of the table");
    if (text.starts_with("# "))
      headLine(split(text.substr(2), '\t'));
    else if (!begun)
      throw std::runtime_error("is no table of sectorscope-measure");
    else
      row(split(text, '\t'));
  }

  void headLine(const std::vector<std::string_view> &fields) {
    if (fields.size() != 2)
      fail("is no line of the header: it needs a name and a value");
    const auto [name, value] = std::pair(fields[0], fields[1]);
    if (!begun) {
      if (name != "sectorscope-measure")
        throw std::runtime_error("is no table of sectorscope-measure");
      if (value != kFormat)
        fail(fmt::format("is of format {}, and this program reads {}: measure again", value, kFormat));
      begun = true;
    } else if (name == "end") {
      if (numberOf(value) != static_cast<double>(table.rows.size()))
        fail(fmt::format("says that there are {} rows, and there are {}", value, table.rows.size()));
      ended = true;
    } else if (!table.header.emplace(name, value).second) {
      fail(fmt::format("gives '{}' a second time", name));
    }
  }

  void row(const std::vector<std::string_view> &fields) {
    if (fields.size() < 4)
      fail("has no sample (cut off?)");
    RawRow row{std::string(fields[0]), std::string(fields[1]), {}, {}};
    for (const std::string_view parameter : split(fields[2], ' ')) {
      const std::size_t equals = parameter.find('=');
      if (equals == parameter.npos || equals == 0)
        fail(fmt::format("'{}' is no parameter", parameter));
      row.parameters.emplace(parameter.substr(0, equals), parameter.substr(equals + 1));
    }
    for (std::size_t i = 3; i != fields.size(); ++i) {
      const std::optional<double> sample = numberOf(fields[i]);
      if (!sample || !std::isfinite(*sample) || *sample < 0)
        fail(fmt::format("'{}' is no number of {}", fields[i], row.quantity));
      row.samples.push_back(*sample);
    }
    table.rows.push_back(std::move(row));
  }

  RawTable table;
  std::size_t number = 0;
  bool begun = false, ended = false;
};

} // namespace

std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

const std::string &RawRow::text(std::string_view parameter) const {
  const auto it = parameters.find(parameter);
  if (it == parameters.end())
    throw std::runtime_error(fmt::format("experiment '{}' has no parameter '{}'", experiment, parameter));
  return it->second;
}

double RawRow::number(std::string_view parameter) const {
  const std::optional<double> value = numberOf(text(parameter));
  if (!value)
    throw std::runtime_error(
        fmt::format("experiment '{}': '{}' is no number of {}", experiment, text(parameter), parameter));
  return *value;
}

double RawRow::median() const {
  std::vector<double> sorted = samples;
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

const std::string &RawTable::head(std::string_view name) const {
  const auto it = header.find(name);
  if (it == header.end())
    throw std::runtime_error(fmt::format("the header does not say '{}'", name));
  return it->second;
}

double RawTable::headNumber(std::string_view name) const {
  const std::optional<double> value = numberOf(head(name));
  if (!value)
    throw std::runtime_error(fmt::format("the header's '{}' of {} is no number", head(name), name));
  return *value;
}

std::vector<const RawRow *> RawTable::of(std::string_view experiment, std::string_view quantity) const {
  std::vector<const RawRow *> found;
  for (const RawRow &row : rows)
    if (row.experiment == experiment && row.quantity == quantity)
      found.push_back(&row);
  return found;
}

RawTable rawFromTsv(std::string_view text) { return Reader().read(text); }

} // namespace sectorscope::check
