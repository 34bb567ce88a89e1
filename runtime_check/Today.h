// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The date that records carry.

#ifndef SECTORSCOPE_RUNTIME_CHECK_TODAY_H
#define SECTORSCOPE_RUNTIME_CHECK_TODAY_H

#include <fmt/chrono.h>

#include <ctime>
#include <string>

namespace sectorscope::check {

/// "2026-11-29", UTC.
inline std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

} // namespace sectorscope::check

#endif
