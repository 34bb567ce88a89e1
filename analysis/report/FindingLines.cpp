// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/FindingLines.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

bool isToLookAt(const Finding &finding) { return finding.baseline != BaselineState::Unchanged; }

/// In single quotes, as YAML takes any text of one line.
std::string quoted(const std::string &text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "''" : c == '\n' ? " " : std::string(1, c);
  return out + "'";
}

struct Remark {
  const char *type; ///< "Missed", "Analysis"
  std::string name;
  SourcePlace place;
  std::string function; ///< mangled
  std::vector<std::pair<const char *, std::string>> args;
};

void print(const Remark &remark, std::ostream &out) {
  out << fmt::format("--- !{}\nPass:            sectorscope\nName:            {}\n", remark.type, remark.name);
  if (!remark.place.file.empty() && remark.place.line)
    out << fmt::format("DebugLoc:        {{ File: {}, Line: {}, Column: {} }}\n", quoted(remark.place.file),
                       remark.place.line, remark.place.column);
  out << fmt::format("Function:        {}\nArgs:\n", quoted(remark.function));
  for (const auto &[key, value] : remark.args)
    out << fmt::format("  - {:<17}{}\n", std::string(key) + ":", quoted(value));
  out << "...\n";
}

std::string countText(const Spread &spread, Certainty certainty) {
  if (certainty == Certainty::Unknown)
    return "?";
  if (certainty == Certainty::Exact && !std::isnan(spread.mean))
    return formatCount(spread.mean, 4);
  return fmt::format("{}..{}", formatCount(spread.min, 4), formatCount(spread.max, 4));
}

Remark remarkOf(const KernelReport &kernel, const AccessReport &access) {
  const Footprint &footprint = access.footprint;
  const char *measure = footprint.measure == Measure::Sectors ? "Sectors" : "Wavefronts";
  return {"Analysis",
          "Access",
          access.site.place,
          kernel.mangled,
          {{"Kind", toString(access.site.kind)},
           {"String", " of "},
           {"BytesPerLane", std::to_string(access.site.bytesPerLane)},
           {"String", " bytes per lane: "},
           {measure, countText(footprint.count(), footprint.certainty)},
           {"String", fmt::format(" {} per request, ideal ", toString(footprint.measure))},
           {"Ideal", countText(footprint.idealCount(), footprint.certainty)},
           {"String", ", "},
           {"Certainty", toString(footprint.certainty)}}};
}

} // namespace

void printGcc(const Report &report, std::ostream &out) {
  for (const Finding &finding : report.findings)
    if (isToLookAt(finding))
      out << fmt::format("{}: {}: {} [sectorscope-{}]\n", formatPlace(finding.place), toString(finding.severity),
                         finding.message, finding.rule);
}

void printRdjsonl(const Report &report, std::ostream &out) {
  for (const Finding &finding : report.findings) {
    if (!isToLookAt(finding) || finding.place.file.empty())
      continue;
    ordered_json line;
    line["message"] = finding.message + (finding.advice.empty() ? "" : ". Advice: " + finding.advice);
    line["location"]["path"] = finding.place.file;
    if (finding.place.line) {
      ordered_json &start = line["location"]["range"]["start"];
      start["line"] = finding.place.line;
      if (finding.place.column)
        start["column"] = finding.place.column;
    }
    line["severity"] = finding.severity == Severity::Warning ? "WARNING" : "INFO";
    line["source"] = {{"name", "sectorscope"}};
    line["code"] = {{"value", finding.rule}};
    out << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  }
}

void printRemarks(const Report &report, std::ostream &out) {
  for (const Finding &finding : report.findings) {
    const auto kernel =
        std::ranges::find_if(report.kernels, [&](const KernelReport &k) { return k.name == finding.kernel; });
    if (!isToLookAt(finding) || kernel == report.kernels.end())
      continue;
    print({"Missed", finding.rule, finding.place, kernel->mangled, {{"String", finding.message}}}, out);
  }
  for (const KernelReport &kernel : report.kernels)
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses)
        print(remarkOf(kernel, access), out);
}

} // namespace sectorscope
