// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses the pages of Nsight Compute.

#include "ProfilerOutput.h"

#include "Csv.h"
#include "Metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <stdexcept>
#include <unordered_map>

namespace sectorscope::check {

namespace {

[[noreturn]] void fail(const std::string &what) { throw std::runtime_error(what); }

std::vector<CsvRow> rowsOf(const std::string &page, const char *name, CsvQuotes quotes = CsvQuotes::Strict) {
  try {
    return parseCsv(page, quotes);
  } catch (const std::runtime_error &error) {
    fail(fmt::format("page {}: {}", name, error.what()));
  }
}

/// Whole numbers as the profiler writes them: "2,048". "-" and "" (no such counter here) are 0.
std::uint64_t number(std::string text, std::string_view column) {
  std::erase(text, ',');
  if (text.empty() || text == "-" || text == "n/a")
    return 0;
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    fail(fmt::format("column \"{}\" holds \"{}\", not a whole number", column, text));
  return value;
}

std::uint64_t address(std::string_view text) {
  std::uint64_t value = 0;
  if (text.starts_with("0x"))
    text.remove_prefix(2);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size())
    fail(fmt::format("\"{}\" is not a code address", text));
  return value;
}

/// "(20, 10, 1)"
Dim3 dim3(const std::string &text) {
  Dim3 result{};
  unsigned x = 0, y = 0, z = 0;
  if (std::sscanf(text.c_str(), "(%u, %u, %u)", &x, &y, &z) != 3)
    fail(fmt::format("\"{}\" is not a launch shape", text));
  return result = {x, y, z};
}

/// The header row of a table, asked by column name.
class Columns {
public:
  explicit Columns(const CsvRow &header) {
    for (std::size_t i = 0; i != header.size(); ++i)
      indices.try_emplace(header[i], i); // the mixed page has two columns "Source"
  }
  bool has(const std::string &name) const { return indices.contains(name); }
  const std::string &text(const CsvRow &row, const std::string &name) const {
    auto it = indices.find(name);
    if (it == indices.end())
      fail(fmt::format("column \"{}\" is missing", name));
    if (it->second >= row.size())
      fail(fmt::format("a row has {} fields and no \"{}\"", row.size(), name));
    return row[it->second];
  }
  std::uint64_t count(const CsvRow &row, const std::string &name) const { return number(text(row, name), name); }
  /// Columns for what a kernel does not do are left out by the profiler.
  std::uint64_t countOrZero(const CsvRow &row, const std::string &name) const {
    return has(name) ? count(row, name) : 0;
  }

private:
  std::unordered_map<std::string, std::size_t> indices;
};

struct Section {
  std::string kernel;
  CsvRow header;
  std::vector<CsvRow> rows;
  friend bool operator==(const Section &, const Section &) = default;
};

std::vector<Section> sassSections(const std::string &page) {
  std::vector<Section> sections;
  for (CsvRow &row : rowsOf(page, "sass")) {
    if (row[0] == "Kernel Name") {
      if (row.size() < 2)
        fail("page sass: a kernel without a name");
      sections.push_back({row[1], {}, {}});
    } else if (sections.empty()) {
      continue; // messages before the first kernel
    } else if (row[0] == "Address") {
      sections.back().header = std::move(row);
    } else {
      sections.back().rows.push_back(std::move(row));
    }
  }
  return sections;
}

/// Sections of one kernel for its consecutive launches. The profiler prints a section twice, but the first and the last
/// of a page sometimes once; launches with equal counters then have equal sections, and any of them will do.
std::vector<const Section *> shareOut(std::span<const Section> sections, std::size_t launches) {
  std::vector<const Section *> result;
  if (sections.size() % launches == 0) {
    for (std::size_t i = 0; i != launches; ++i)
      result.push_back(&sections[i * (sections.size() / launches)]);
    return result;
  }
  for (const Section &section : sections)
    if (result.empty() || *result.back() != section)
      result.push_back(&section);
  if (result.size() == 1)
    result.resize(launches, result.front());
  return result;
}

/// The section of each launch.
std::vector<const Section *> sectionPerLaunch(std::span<const Section> sections, std::span<const std::string> kernels) {
  std::vector<const Section *> result;
  while (!kernels.empty()) {
    const std::string &kernel = kernels.front();
    const auto launches = static_cast<std::size_t>(
        std::ranges::find_if(kernels, [&](const std::string &name) { return name != kernel; }) - kernels.begin());
    const auto found = static_cast<std::size_t>(
        std::ranges::find_if(sections, [&](const Section &s) { return s.kernel != kernel; }) - sections.begin());
    std::vector<const Section *> shared;
    if (found)
      shared = shareOut(sections.first(found), launches);
    if (shared.size() != launches)
      fail(fmt::format("page sass holds {} sections for {} launches of {}: it is cut off, or from another run than "
                       "page raw",
                       found, launches, kernel));
    result.insert(result.end(), shared.begin(), shared.end());
    kernels = kernels.subspan(launches);
    sections = sections.subspan(found);
  }
  if (!sections.empty())
    fail("page sass holds more kernels than page raw: page raw is cut off");
  return result;
}

using PlaceMap = std::map<std::pair<std::string, std::uint64_t>, Place>;

/// Where each machine instruction stands. Code stays where it was loaded, so that a function and an address are enough.
PlaceMap places(const std::string &page) {
  PlaceMap result;
  std::string file, function;
  unsigned line = 0;
  std::size_t columns = 0;
  const std::vector<CsvRow> rows = rowsOf(page, "source", CsvQuotes::Lenient);
  for (const CsvRow &row : rows) {
    if (row.size() >= 2 && row[0] == "File Path") {
      file = row[1];
      line = 0;
    } else if (row.size() >= 2 && row[0] == "Function Name") {
      function = row[1];
    } else if (row[0] == "Line No") {
      columns = row.size();
    } else if (row.size() < 4) {
      continue;
    } else if (!row[0].empty()) {
      line = static_cast<unsigned>(number(row[0], "Line No"));
    } else if (row[2].starts_with("0x") && line) {
      result.try_emplace({function, address(row[2])}, Place{file, line});
    }
  }
  if (!rows.empty() && rows.back().size() < columns)
    fail(fmt::format("page source: cut off in row {}", rows.size()));
  return result;
}

/// "kernels/a.cu" of "./kernels/a.cu" or of ROOT "/kernels/a.cu".
std::string underRoot(std::string file, const std::string &root) {
  if (!root.empty() && file.starts_with(root))
    file.erase(0, root.size());
  while (file.starts_with("./"))
    file.erase(0, 2);
  if (!root.empty() && file.size() > 1 && file[0] == '/' && root.back() != '/' && !file.starts_with("/usr"))
    file.erase(0, 1);
  return file;
}

/// "@!P1  LDG.E R13, desc[UR4][R4.64]" -> opcode "LDG.E", predicated.
std::pair<std::string, bool> opcodeOf(std::string_view text) {
  bool predicated = false;
  while (!text.empty()) {
    std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos)
      break;
    text.remove_prefix(start);
    std::string_view word = text.substr(0, text.find_first_of(" ,;"));
    if (!word.starts_with('@'))
      return {std::string(word), predicated};
    predicated = true;
    text.remove_prefix(word.size());
  }
  return {"", predicated};
}

std::optional<Instruction> instructionFrom(const CsvRow &row, const Columns &columns) {
  auto [opcode, predicated] = opcodeOf(columns.text(row, "Source"));
  std::optional<MemoryOperation> operation = memoryOperation(opcode);
  if (!operation)
    return std::nullopt;
  Instruction result;
  result.opcode = opcode;
  result.predicated = predicated;
  result.kind = operation->kind;
  result.space = operation->space;
  result.bytesPerLane = operation->bytesPerLane;
  result.executed = columns.count(row, "Instructions Executed");
  result.lanes = columns.count(row, "Predicated-On Thread Instructions Executed");
  if (result.space == "shared") {
    result.wavefronts = columns.countOrZero(row, "L1 Wavefronts Shared");
    result.idealWavefronts = columns.countOrZero(row, "L1 Wavefronts Shared Ideal");
  } else if (result.space == "local") {
    result.sectors = columns.countOrZero(row, "L2 Theoretical Sectors Local");
  } else {
    result.sectors = columns.count(row, "L2 Theoretical Sectors Global");
    result.idealSectors = columns.count(row, "L2 Theoretical Sectors Global Ideal");
    result.lines = columns.count(row, "L1 Tag Requests Global");
  }
  return result;
}

std::vector<Instruction> instructionsOf(const Section &section, const PlaceMap &places, const InlineFrames &frames,
                                        const std::string &root) {
  std::vector<Instruction> result;
  if (section.rows.empty() || section.header.empty())
    return result;
  Columns columns(section.header);
  const std::uint64_t start = address(columns.text(section.rows.front(), "Address"));
  for (const CsvRow &row : section.rows) {
    std::optional<Instruction> instruction = instructionFrom(row, columns);
    if (!instruction)
      continue;
    const std::uint64_t at = address(columns.text(row, "Address"));
    instruction->offset = at - start;
    if (auto place = places.find({section.kernel, at}); place != places.end())
      instruction->place = {underRoot(place->second.file, root), place->second.line};
    if (auto stack = frames.find({section.kernel, instruction->offset});
        stack != frames.end() && stack->second.size() > 1)
      for (std::size_t i = 1; i != stack->second.size(); ++i)
        instruction->callers.push_back({underRoot(stack->second[i].file, root), stack->second[i].line});
    result.push_back(std::move(*instruction));
  }
  return result;
}

std::string clocksFrom(const CsvRow &row, const Columns &columns) {
  auto megahertz = [&](const char *name) {
    return columns.has(name) ? fmt::format("{} MHz", columns.count(row, name) / 1000) : std::string("unknown");
  };
  return fmt::format("not controlled (--clock-control none); highest SM clock {}, highest memory clock {}",
                     megahertz("device__attribute_max_gpu_frequency_khz"),
                     megahertz("device__attribute_max_mem_frequency_khz"));
}

} // namespace

const std::vector<std::string> &instructionMetrics() {
  static const std::vector<std::string> metrics = {"memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal"};
  return metrics;
}

std::optional<MemoryOperation> memoryOperation(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= opcode.size();) {
    std::size_t end = std::min(opcode.find('.', start), opcode.size());
    parts.push_back(opcode.substr(start, end - start));
    start = end + 1;
  }
  static const std::map<std::string_view, std::pair<const char *, const char *>> known = {
      {"LDG", {"load", "global"}},       {"STG", {"store", "global"}},    {"LD", {"load", "generic"}},
      {"ST", {"store", "generic"}},      {"LDS", {"load", "shared"}},     {"STS", {"store", "shared"}},
      {"LDSM", {"load", "shared"}},      {"STSM", {"store", "shared"}},   {"LDL", {"load", "local"}},
      {"STL", {"store", "local"}},       {"LDGSTS", {"copy", "global"}},  {"RED", {"reduction", "global"}},
      {"REDG", {"reduction", "global"}}, {"ATOMG", {"atomic", "global"}}, {"ATOM", {"atomic", "generic"}},
      {"ATOMS", {"atomic", "shared"}},
  };
  auto it = known.find(parts[0]);
  if (it == known.end())
    return std::nullopt;
  // No size says 4 bytes. A matrix instruction's size says how many 8x8 matrices of 16-bit elements: 4 bytes each.
  const bool matrix = parts[0] == "LDSM" || parts[0] == "STSM";
  unsigned bytes = 4;
  for (std::string_view part : parts) {
    if (part == "U8" || part == "S8")
      bytes = 1;
    else if (part == "U16" || part == "S16")
      bytes = 2;
    else if (part == "64")
      bytes = 8;
    else if (part == "128")
      bytes = 16;
    else if (matrix && (part == "2" || part == "4"))
      bytes = part == "2" ? 8 : 16;
  }
  return MemoryOperation{it->second.first, it->second.second, bytes};
}

Record parseProfile(const ProfilerPages &pages, const InlineFrames &frames, const std::string &root) {
  std::vector<CsvRow> raw = rowsOf(pages.raw, "raw");
  // Messages of the profiler may stand before the header; a row of units stands after it.
  auto header = std::ranges::find_if(raw, [](const CsvRow &row) { return row[0] == "ID" && row.size() > 1; });
  if (header == raw.end() || raw.end() - header < 3)
    fail("no kernel was profiled: the program launched none, or ended before its first launch");
  Columns columns(*header);
  std::vector<CsvRow> launches(header + 2, raw.end());
  std::vector<Section> sections = sassSections(pages.sass);
  std::vector<std::string> names;
  for (const CsvRow &row : launches)
    names.push_back(columns.text(row, "Kernel Name"));
  const std::vector<const Section *> sectionOf = sectionPerLaunch(sections, names);
  PlaceMap placeOf = places(pages.source);

  Record record;
  record.part = columns.has("device__attribute_display_name")
                    ? columns.text(launches[0], "device__attribute_display_name")
                    : std::string();
  std::string capability = columns.text(launches[0], "CC");
  std::erase(capability, '.');
  record.arch = "sm_" + capability;
  record.clocks = clocksFrom(launches[0], columns);
  for (const LaunchCounter &counter : launchCounters())
    if (!columns.has(counter.metric))
      record.missing.emplace_back(counter.name);

  std::unordered_map<std::string, std::size_t> kernelOf;
  for (std::size_t i = 0; i != launches.size(); ++i) {
    const CsvRow &row = launches[i];
    const std::string &mangled = names[i];
    Launch launch;
    launch.order = static_cast<unsigned>(i);
    launch.grid = dim3(columns.text(row, "Grid Size"));
    launch.block = dim3(columns.text(row, "Block Size"));
    for (const LaunchCounter &counter : launchCounters())
      if (columns.has(counter.metric))
        launch.counters[counter.name] = columns.count(row, counter.metric);
    launch.instructions = instructionsOf(*sectionOf[i], placeOf, frames, root);
    auto [it, isNew] = kernelOf.try_emplace(mangled, record.kernels.size());
    if (isNew)
      record.kernels.push_back({demangle(mangled), mangled, {}});
    record.kernels[it->second].launches.push_back(std::move(launch));
  }
  return record;
}

} // namespace sectorscope::check
