// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TryTable.h"

#include "model/FormatExpr.h"
#include "model/FormatNumber.h"
#include "model/Rules.h"
#include "report/AccessText.h"
#include "report/Json.h"
#include "report/JsonPlaces.h"
#include "report/Table.h"
#include "report/WriteJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

constexpr double notCompared = std::numeric_limits<double>::infinity();

bool isTried(const TryColumn &column, const std::string &name) {
  return std::any_of(column.tried.begin(), column.tried.end(),
                     [&](const TriedValue &tried) { return tried.name == name; });
}

/// Whether the kernel hangs on one of the names at all.
bool isConcerned(const Kernel &kernel, const TryColumn &column) {
  return std::any_of(column.tried.begin(), column.tried.end(), [&](const TriedValue &tried) {
    const auto isMeant = [&](const ParamLeaf &param) {
      return param.name == tried.name || param.offsetName() == tried.name;
    };
    return tried.name == triedBlock || tried.name == triedGrid ||
           std::count(kernel.parameters.begin(), kernel.parameters.end(), tried.name) != 0 ||
           std::any_of(kernel.graph.params.begin(), kernel.graph.params.end(), isMeant);
  });
}

/// What is sure not to be exceeded by most requests; nothing for what is not known, or never done.
double costOf(const Footprint &footprint) {
  if (footprint.certainty == Certainty::Unknown || isNeverExecuted(footprint))
    return notCompared;
  const bool isMean = footprint.certainty == Certainty::Exact || hasUsualCount(footprint);
  return isMean ? footprint.count().mean : footprint.count().max;
}

/// One access under every combination.
struct TryRow {
  const AccessReport *access; ///< of the first column
  std::vector<const Footprint *> cells;
  std::vector<bool> smallest; ///< of cells; none where all are alike
};

TryRow rowOf(std::vector<const Footprint *> cells, const AccessReport &access) {
  constexpr double tolerance = 1e-6; // means are sums of many parts
  std::vector<double> costs;
  for (const Footprint *cell : cells)
    costs.push_back(costOf(*cell));
  const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
  const bool differ = *most > *least + tolerance;
  TryRow row{&access, std::move(cells), {}};
  for (const double cost : costs)
    row.smallest.push_back(differ && cost <= *least + tolerance);
  return row;
}

/// One launch of one kernel under every combination.
struct TryLaunch {
  const KernelReport *kernel;
  LaunchShape shape; ///< what all combinations share: without what is tried
  bool isGiven;      ///< the block is one that is tried
  std::vector<TryRow> rows;
};

LaunchShape sharedShape(LaunchShape shape, const TryColumn &column) {
  if (isTried(column, triedBlock)) {
    shape.block.reset();
    shape.place = {};
  }
  if (isTried(column, triedGrid))
    shape.grid.reset();
  std::erase_if(shape.arguments, [&](const auto &argument) { return isTried(column, argument.first); });
  return shape;
}

std::vector<TryLaunch> launchesOf(const std::vector<TryColumn> &columns) {
  std::vector<TryLaunch> all;
  const TryColumn &first = columns.front();
  for (std::size_t k = 0; k < first.report.kernels.size(); ++k) {
    const KernelReport &kernel = first.report.kernels[k];
    if (!isConcerned(kernel, first))
      continue;
    for (std::size_t l = 0; l < kernel.launches.size(); ++l) {
      const LaunchReport &launch = kernel.launches[l];
      TryLaunch &out =
          all.emplace_back(TryLaunch{&kernel, sharedShape(launch.shape, first), isTried(first, triedBlock), {}});
      for (std::size_t a = 0; a < launch.accesses.size(); ++a) {
        std::vector<const Footprint *> cells;
        for (const TryColumn &column : columns)
          cells.push_back(&column.report.kernels.at(k).launches.at(l).accesses.at(a).footprint);
        out.rows.push_back(rowOf(std::move(cells), launch.accesses[a]));
      }
    }
  }
  return all;
}

std::string namesOf(const TryColumn &column) {
  std::string names;
  for (const TriedValue &tried : column.tried)
    names += (names.empty() ? "" : " and ") + tried.name;
  return names;
}

std::string headingOf(const TryColumn &column) {
  std::string heading;
  for (const TriedValue &tried : column.tried)
    heading += (heading.empty() ? "" : ", ") + tried.value;
  return heading;
}

std::string shapeText(const TryLaunch &launch) {
  const LaunchShape &shape = launch.shape;
  std::vector<std::string> parts;
  if (!launch.isGiven)
    parts.push_back(fmt::format("block {} ({})", shape.block ? formatDim3(*shape.block) : "of whole warps",
                                shape.origin == LaunchOrigin::HostCode ? "launched at " + formatPlace(shape.place)
                                                                       : toString(shape.origin)));
  if (shape.grid)
    parts.push_back("grid " + formatDim3(*shape.grid));
  for (std::string &passed : passedTexts(shape))
    parts.push_back(std::move(passed));
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string addressText(const TryLaunch &launch, const AccessSite &site) {
  return formatExpr(launch.kernel->graph, site.address, launch.shape, site.loops);
}

class TryPrinter {
public:
  TryPrinter(const std::vector<TryColumn> &columns, const TextOptions &options, std::ostream &out)
      : columns(columns), color(options.color), width(std::max(60U, options.width)), out(out) {}

  void print();

private:
  /// As it stands in the table; unrolled copies that read the same are one.
  struct Row {
    std::string place, kind, address;
    std::vector<std::string> cells;
    const std::vector<bool> *smallest;
    std::size_t copies = 1;
  };
  std::vector<Row> rowsOf(const TryLaunch &launch) const;
  void printLaunch(const TryLaunch &launch) const;
  std::size_t columnsThatFit(const std::vector<Row> &rows, std::size_t begin) const;
  void printColumns(const std::vector<Row> &rows, std::size_t begin, std::size_t end) const;
  void line(const std::string &text, Color what) const {
    for (const std::string &part : wrapped(text, width - 2))
      out << "  " << colored(part, what, color) << '\n';
  }

  const std::vector<TryColumn> &columns;
  bool color;
  unsigned width;
  std::ostream &out;
};

std::vector<TryPrinter::Row> TryPrinter::rowsOf(const TryLaunch &launch) const {
  std::vector<Row> rows;
  for (const TryRow &from : launch.rows) {
    const AccessSite &site = from.access->site;
    Row row{.place = rowPlaceText(site.place, *launch.kernel),
            .kind = kindText(site),
            .address = addressText(launch, site),
            .cells = {},
            .smallest = &from.smallest};
    for (std::size_t i = 0; i < from.cells.size(); ++i)
      row.cells.push_back(isNeverExecuted(*from.cells[i]) ? "-"
                                                          : countText(*from.cells[i]) + (from.smallest[i] ? "*" : ""));
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row &other) {
      return other.place == row.place && other.kind == row.kind && other.cells == row.cells;
    });
    if (same == rows.end()) {
      rows.push_back(std::move(row));
      continue;
    }
    ++same->copies;
    if (row.address.size() < same->address.size())
      same->address = row.address;
  }
  for (Row &row : rows)
    if (row.copies > 1)
      row.kind += fmt::format(" x{}", row.copies);
  return rows;
}

/// How many columns from `begin` on leave room for the address; at least one.
std::size_t TryPrinter::columnsThatFit(const std::vector<Row> &rows, std::size_t begin) const {
  constexpr std::size_t gap = 2, indent = 2, roomForAddress = 30;
  std::size_t place = 4, kind = 6, end = begin;
  for (const Row &row : rows) {
    place = std::max(place, row.place.size());
    kind = std::max(kind, row.kind.size());
  }
  std::size_t used = indent + place + gap + kind + gap + roomForAddress;
  for (; end < columns.size(); ++end) {
    std::size_t widest = headingOf(columns[end]).size();
    for (const Row &row : rows)
      widest = std::max(widest, row.cells[end].size());
    used += widest + gap;
    if (used > width && end > begin)
      break;
  }
  return end - begin;
}

void TryPrinter::printColumns(const std::vector<Row> &rows, std::size_t begin, std::size_t end) const {
  std::vector<std::string> headings{"line", "access"};
  for (std::size_t i = begin; i < end; ++i)
    headings.push_back(headingOf(columns[i]));
  headings.emplace_back("address");
  Table table(headings);
  for (const Row &row : rows) {
    std::vector<TableCell> cells{{row.place}, {row.kind}};
    for (std::size_t i = begin; i < end; ++i)
      cells.push_back({row.cells[i], (*row.smallest)[i] ? Color::Green : Color::None});
    cells.push_back({row.address});
    table.row(std::move(cells));
  }
  table.print(out, 2, width, color);
}

void TryPrinter::printLaunch(const TryLaunch &launch) const {
  const KernelReport &kernel = *launch.kernel;
  out << '\n' << colored(kernel.name, Color::Cyan, color);
  if (kernel.place.line)
    out << "  " << fmt::format("{}:{}", kernel.place.file, kernel.place.line);
  out << '\n';
  if (const std::string shape = shapeText(launch); !shape.empty())
    line(shape, Color::None);
  const std::vector<Row> rows = rowsOf(launch);
  if (rows.empty())
    line("no access that can be told", Color::None);
  else
    for (std::size_t begin = 0; begin < columns.size();) {
      const std::size_t end = begin + columnsThatFit(rows, begin);
      printColumns(rows, begin, end);
      begin = end;
    }
}

void TryPrinter::print() {
  const Report &first = columns.front().report;
  const bool namesPart = !first.profileName.empty() && first.profileName != first.arch;
  const char *what = columns.front().tried.size() > 1 ? "combination" : "value";
  out << colored(fmt::format("Sectorscope: {} {}{} of {}", columns.size(), what, columns.size() == 1 ? "" : "s",
                             namesOf(columns.front())),
                 Color::Bold, color)
      << fmt::format(" (target {}{})\n", first.arch, namesPart ? ", " + first.profileName : "");
  for (const std::string &part :
       wrapped("cells: 32-byte sectors per request (one warp instruction), min/mean/max where they differ; w: "
               "wavefronts of shared memory, passes of constant memory; *: the smallest of a row; ?: not known.",
               width))
    out << colored(part, Color::Dim, color) << '\n';
  for (const TryLaunch &launch : launchesOf(columns))
    printLaunch(launch);
  std::vector<std::string> notes;
  for (const TryColumn &column : columns)
    for (const std::string &note : column.report.notes)
      if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(note);
  if (!notes.empty())
    out << '\n';
  for (const std::string &note : notes)
    line("note: " + note, Color::Yellow);
}

ordered_json cellJson(const Footprint &footprint, bool isSmallest) {
  const bool known = footprint.certainty != Certainty::Unknown;
  return {{"status", toString(footprint.certainty)},
          {"count", spreadJson(footprint.count(), known)},
          {"ideal", known ? ordered_json(rounded(footprint.idealCount().mean)) : ordered_json()},
          {"requests", footprint.requests ? ordered_json(*footprint.requests) : ordered_json()},
          {"smallest", isSmallest}};
}

ordered_json rowJson(const TryLaunch &launch, const TryRow &row) {
  const AccessSite &site = row.access->site;
  ordered_json out;
  out["id"] = row.access->id;
  addPlace(out, site.place);
  out["kind"] = toString(site.kind);
  out["space"] = toString(site.space);
  out["bytes_per_lane"] = site.bytesPerLane;
  out["address"] = addressText(launch, site);
  out["measure"] = toString(row.access->footprint.measure);
  out["values"] = ordered_json::array();
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    out["values"].push_back(cellJson(*row.cells[i], row.smallest[i]));
  return out;
}

ordered_json launchJson(const TryLaunch &launch) {
  ordered_json out;
  out["name"] = launch.kernel->name;
  out["mangled"] = launch.kernel->mangled;
  addPlace(out, launch.kernel->place);
  out["block"] = launch.shape.block ? ordered_json(*launch.shape.block) : ordered_json();
  out["grid"] = launch.shape.grid ? ordered_json(*launch.shape.grid) : ordered_json();
  out["arguments"] = ordered_json::object();
  for (const auto &[name, value] : launch.shape.arguments)
    out["arguments"][name] = value;
  for (const auto &[name, residue] : launch.shape.pointers) // only where observed
    out["pointers"][name] = residue;
  out["accesses"] = ordered_json::array();
  for (const TryRow &row : launch.rows)
    out["accesses"].push_back(rowJson(launch, row));
  return out;
}

} // namespace

void printTryText(const std::vector<TryColumn> &columns, const TextOptions &options, std::ostream &out) {
  TryPrinter(columns, options, out).print();
}

void printTryJson(const std::vector<TryColumn> &columns, std::ostream &out) {
  const Report &first = columns.front().report;
  ordered_json document;
  document["schema"] = "sectorscope-try/1";
  document["tool"] = {{"name", "sectorscope"}, {"version", toolVersion()}, {"llvm", first.llvmVersion}};
  document["target"] = {{"arch", first.arch}, {"profile", first.profileName}};
  document["tried"] = ordered_json::array();
  for (const TryColumn &column : columns) {
    ordered_json &values = document["tried"].emplace_back(ordered_json::object());
    for (const TriedValue &tried : column.tried)
      values[tried.name] = tried.name == triedBlock || tried.name == triedGrid ? ordered_json(tried.value)
                                                                               : ordered_json(std::stoll(tried.value));
  }
  document["launches"] = ordered_json::array();
  for (const TryLaunch &launch : launchesOf(columns))
    document["launches"].push_back(launchJson(launch));
  writeJson(document, out);
}

} // namespace sectorscope
