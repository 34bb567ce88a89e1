// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RecordTables.h"

#include "model/FormatNumber.h"
#include "model/RecordSplit.h"
#include "model/Touched.h"
#include "report/Table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace sectorscope {
namespace {

constexpr std::size_t kMostColumns = 16;  // of fields by themselves
constexpr std::size_t kOtherColumns = 60; // characters that the rest of a row needs

bool isUsed(const RecordUse &use, unsigned field) {
  return std::ranges::any_of(use.consumers, [&](const RecordConsumer &of) { return of.uses[field].isUsed(); });
}

std::string namesOf(const RecordType &type, const std::vector<unsigned> &fields) {
  std::string text;
  for (const unsigned f : fields)
    text += (text.empty() ? "" : ", ") + type.fields[f].name;
  return text;
}

/// "r", "rw", "a", or "." for none.
std::string marksOf(const RecordConsumer &consumer, unsigned field) {
  const FieldUse &of = consumer.uses[field];
  std::string marks;
  if (of.loads)
    marks += 'r';
  if (of.stores)
    marks += 'w';
  if (of.atomics)
    marks += 'a';
  return !marks.empty() ? marks : consumer.unplaced ? "?" : ".";
}

std::string sectorsText(const RecordUse &use, const RecordConsumer &consumer, const RecordSplit &split) {
  const auto count = sectorsOf(use.type, consumer, split, kTouchedSectorBytes);
  return count ? (count->isMost ? "<=" : "") + formatCount(count->sectors) : "?";
}

/// Without its parameters: "scale<float>" for "void scale<float>(float*, int)".
std::string shortName(const std::string &kernel) {
  int depth = 0;
  for (std::size_t at = kernel.ends_with(')') ? kernel.size() : 0; at-- > 0;) {
    depth += kernel[at] == ')' ? 1 : kernel[at] == '(' ? -1 : 0;
    if (depth == 0)
      return kernel.substr(0, at).substr(kernel.starts_with("void ") ? 5 : 0);
  }
  return kernel;
}

/// The kernel, and its launch where it has several.
std::string labelOf(const RecordUse &use, const RecordConsumer &consumer) {
  const auto launches = std::ranges::count(use.consumers, consumer.kernel, &RecordConsumer::kernel);
  const bool isAlone = std::ranges::none_of(use.consumers, [&](const RecordConsumer &other) {
    return other.kernel != consumer.kernel && shortName(other.kernel) == shortName(consumer.kernel);
  });
  std::string label = isAlone ? shortName(consumer.kernel) : consumer.kernel;
  if (launches > 1 && consumer.block)
    label += ", block " + formatDim3(*consumer.block);
  if (launches > 1 && consumer.grid)
    label += ", grid " + formatDim3(*consumer.grid);
  return label;
}

/// Columns of fields: one each, or, where these are too many, one for all that are used alike.
struct Columns {
  std::vector<std::string> headings;
  std::vector<unsigned> fields; ///< one of each column
  bool areGroups = false;
};

Columns columnsOf(const RecordUse &use, const RecordSplit &groups, unsigned width) {
  Columns columns;
  std::size_t wide = 0;
  for (unsigned f = 0; f < use.type.fields.size(); ++f) {
    columns.headings.push_back(use.type.fields[f].name);
    columns.fields.push_back(f);
    wide += use.type.fields[f].name.size() + 2;
  }
  if (columns.fields.size() <= kMostColumns && wide + kOtherColumns <= width)
    return columns;
  columns = {.areGroups = true};
  for (const RecordPart &group : groups)
    if (isUsed(use, group.fields.front())) {
      columns.headings.push_back(fmt::format("#{}", columns.headings.size() + 1));
      columns.fields.push_back(group.fields.front());
    }
  return columns;
}

void printRecord(const RecordUse &use, const TextOptions &options, std::ostream &out) {
  const unsigned width = std::max(60U, options.width);
  const RecordType &type = use.type;
  std::uint64_t named = 0;
  for (const FieldLayout &field : type.fields)
    named += field.bytes;
  out << "\n  " << colored(type.name, Color::Cyan, options.color) << fmt::format("  {} bytes", type.bytes)
      << (named < type.bytes ? fmt::format(", {} of them padding", type.bytes - named) : "") << '\n';
  const RecordSplit groups = usedTogether(use);
  const Columns columns = columnsOf(use, groups, width);
  std::vector<std::string> headings = columns.headings;
  headings.insert(headings.end(), {"used", "now", "apart", "grouped", "kernel"});
  Table table(headings);
  for (const RecordConsumer &consumer : use.consumers) {
    std::vector<TableCell> cells;
    cells.reserve(headings.size());
    for (const unsigned field : columns.fields)
      cells.push_back({marksOf(consumer, field)});
    cells.push_back({fmt::format("{}/{}", usedBytes(type, consumer), type.bytes)});
    for (const RecordSplit &split : {wholeRecord(type), fieldsApart(type), groups})
      cells.push_back({sectorsText(use, consumer, split)});
    cells.push_back({labelOf(use, consumer)});
    table.row(std::move(cells));
    if (consumer.unplaced)
      table.note(fmt::format("of {} of its {} accesses it is not known which fields they touch", consumer.unplaced,
                             consumer.accesses));
    else if (!consumer.reason.empty())
      table.note("sectors not known: " + consumer.reason);
  }
  table.print(out, 4, width, options.color);
  std::string used, unused;
  std::size_t number = 0;
  for (const RecordPart &group : groups) {
    const std::string names = namesOf(type, group.fields);
    if (!isUsed(use, group.fields.front()))
      unused = names;
    else
      used += fmt::format("{}{}{{{}}}", used.empty() ? "" : " | ",
                          columns.areGroups ? fmt::format("#{} ", ++number) : "", names);
  }
  const auto line = [&](const std::string &label, const std::string &text) {
    const std::vector<std::string> lines = wrapped(text, width - 14);
    for (std::size_t n = 0; n < lines.size(); ++n)
      out << "    " << (n ? std::string(10, ' ') : colored(fmt::format("{:<10}", label), Color::Dim, options.color))
          << lines[n] << '\n';
  };
  line("groups", used);
  if (!unused.empty())
    line(std::ranges::any_of(use.consumers, &RecordConsumer::unplaced) ? "unsure" : "unused", unused);
}

} // namespace

void printRecords(const std::vector<RecordUse> &records, const TextOptions &options, std::ostream &out) {
  const auto isStandIn = [](const RecordUse &use) {
    return std::ranges::any_of(use.consumers, &RecordConsumer::isStandIn);
  };
  if (records.empty()) {
    out << '\n' << colored("No arrays of records", Color::Bold, options.color) << '\n';
    return;
  }
  out << '\n' << colored(fmt::format("Records ({})", records.size()), Color::Bold, options.color) << '\n';
  std::string legend =
      "r, w, a: the kernel reads, writes, updates the field; used: bytes of the record that it touches; sectors that a "
      "warp moves for the record when it does each of these accesses once: now, with an array for each field (apart), "
      "with one for each group of fields that are used alike (grouped); <=: at most, which elements or lanes it is "
      "hangs on data.";
  if (std::ranges::any_of(records, isStandIn))
    legend += " Grids and arguments that are not known are taken to be large.";
  for (const std::string &line : wrapped(legend, std::max(60U, options.width) - 2))
    out << "  " << colored(line, Color::Dim, options.color) << '\n';
  for (const RecordUse &use : records)
    printRecord(use, options, out);
}

} // namespace sectorscope
