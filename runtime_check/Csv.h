// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reading comma-separated text into rows.

#ifndef SECTORSCOPE_RUNTIME_CHECK_CSV_H
#define SECTORSCOPE_RUNTIME_CHECK_CSV_H

#include <string>
#include <string_view>
#include <vector>

namespace sectorscope::check {

using CsvRow = std::vector<std::string>;

/// Lenient: a quote inside a quoted field that no comma or line end follows is part of the field.
/// Nsight Compute's source page needs that: it quotes source lines without doubling the quotes in them.
enum class CsvQuotes { Strict, Lenient };

/// Rows of \p text; fields may be quoted and hold commas, doubled quotes and line ends. Empty lines give no row.
/// \throws std::runtime_error naming the row, if (Strict) a quote is misplaced or the text ends inside one.
std::vector<CsvRow> parseCsv(std::string_view text, CsvQuotes quotes = CsvQuotes::Strict);

} // namespace sectorscope::check

#endif
