// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads a JSON document of a known form; what does not have it is told with its place in the document.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONCURSOR_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONCURSOR_H

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace sectorscope {

/// A value in the document and the way to it.
///
/// Worked example: for {"kernels": [{"name": 3}]}, JsonCursor(document)["kernels"].items()[0]["name"].text() throws
/// std::runtime_error("kernels[0].name: expected a text").
class JsonCursor {
public:
  explicit JsonCursor(const nlohmann::json &value, std::string path = "") : value(value), path(std::move(path)) {}

  [[noreturn]] void fail(const std::string &what) const {
    throw std::runtime_error(path.empty() ? what : path + ": " + what);
  }

  JsonCursor operator[](const std::string &key) const {
    if (!value.is_object())
      fail("expected an object");
    const auto found = value.find(key);
    if (found == value.end())
      fail("'" + key + "' is missing");
    return JsonCursor(*found, path.empty() ? key : path + "." + key);
  }

  bool has(const std::string &key) const { return value.is_object() && value.contains(key); }
  bool isNull() const { return value.is_null(); }
  bool isInteger() const { return value.is_number_integer(); }

  std::vector<JsonCursor> items() const {
    if (!value.is_array())
      fail("expected a list");
    std::vector<JsonCursor> all;
    for (const nlohmann::json &item : value)
      all.emplace_back(item, path + "[" + std::to_string(all.size()) + "]");
    return all;
  }

  /// Keys and values, by key.
  std::vector<std::pair<std::string, JsonCursor>> entries() const {
    if (!value.is_object())
      fail("expected an object");
    std::vector<std::pair<std::string, JsonCursor>> all;
    for (const auto &[key, item] : value.items())
      all.emplace_back(key, JsonCursor(item, path + "." + key));
    return all;
  }

  std::string text() const {
    if (!value.is_string())
      fail("expected a text");
    return value.get<std::string>();
  }
  /// Empty for null.
  std::string textOrNull() const { return isNull() ? "" : text(); }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const JsonCursor &item : items())
      all.push_back(item.text());
    return all;
  }

  bool flag() const {
    if (!value.is_boolean())
      fail("expected true or false");
    return value.get<bool>();
  }

  double real() const {
    if (!value.is_number())
      fail("expected a number");
    return value.get<double>();
  }

  template <typename Number>
  Number number(Number least = std::numeric_limits<Number>::min(),
                Number most = std::numeric_limits<Number>::max()) const {
    // Signed and unsigned numbers are compared as what they are.
    const bool fits = value.is_number_unsigned()
                          ? std::cmp_greater_equal(value.get<std::uint64_t>(), least) &&
                                std::cmp_less_equal(value.get<std::uint64_t>(), most)
                          : value.is_number_integer() && std::cmp_greater_equal(value.get<std::int64_t>(), least) &&
                                std::cmp_less_equal(value.get<std::int64_t>(), most);
    if (!fits)
      fail("expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return value.get<Number>();
  }

private:
  const nlohmann::json &value;
  std::string path;
};

} // namespace sectorscope

#endif
