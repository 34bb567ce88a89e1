// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A thin layer over libcsv.

#include "Csv.h"

#include <fmt/format.h>

#include <csv.h>

#include <memory>
#include <stdexcept>

namespace sectorscope::check {

namespace {

struct Rows {
  std::vector<CsvRow> done;
  CsvRow current;
};

void onField(void *data, std::size_t size, void *rows) {
  static_cast<Rows *>(rows)->current.emplace_back(static_cast<const char *>(data), size);
}

void onRow(int, void *rows) {
  Rows &all = *static_cast<Rows *>(rows);
  all.done.push_back(std::move(all.current));
  all.current.clear();
}

} // namespace

std::vector<CsvRow> parseCsv(std::string_view text, CsvQuotes quotes) {
  csv_parser parser;
  if (csv_init(&parser, quotes == CsvQuotes::Strict ? CSV_STRICT | CSV_STRICT_FINI : 0) != 0)
    throw std::runtime_error("CSV parser could not be started");
  std::unique_ptr<csv_parser, decltype(&csv_free)> owner(&parser, csv_free);
  Rows rows;
  if (csv_parse(&parser, text.data(), text.size(), onField, onRow, &rows) != text.size() ||
      csv_fini(&parser, onField, onRow, &rows) != 0)
    throw std::runtime_error(
        fmt::format("CSV is damaged or cut off in row {}: {}", rows.done.size() + 1, csv_strerror(csv_error(&parser))));
  return std::move(rows.done);
}

} // namespace sectorscope::check
