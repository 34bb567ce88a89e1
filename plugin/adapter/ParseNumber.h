// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Whole numbers as people type them.

#ifndef SECTORSCOPE_ADAPTER_PARSENUMBER_H
#define SECTORSCOPE_ADAPTER_PARSENUMBER_H

#include <charconv>
#include <optional>
#include <string_view>

namespace sectorscope {

template <typename Number> std::optional<Number> parseNumber(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

} // namespace sectorscope

#endif
