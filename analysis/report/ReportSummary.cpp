// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ReportSummary.h"

#include "model/FormatNumber.h"
#include "report/JsonDocument.h"
#include "report/JsonPlaces.h"
#include "report/JsonRecords.h"

#include <fmt/format.h>

#include <cmath>

namespace sectorscope {

namespace {

Certainty readCertainty(const JsonCursor &from) {
  const std::string name = from.text();
  for (const Certainty certainty : {Certainty::Exact, Certainty::Bounded, Certainty::Unknown})
    if (name == toString(certainty))
      return certainty;
  from.fail("'" + name + "' is not exact, bounded or unknown");
}

Spread readSpread(const JsonCursor &from) {
  if (from.isNull())
    return {};
  return {from["min"].real(), from["mean"].isNull() ? std::nan("") : from["mean"].real(), from["max"].real()};
}

AccessSummary readAccess(const JsonCursor &from) {
  AccessSummary access;
  access.place = readPlace(from);
  access.kind = from["kind"].text();
  access.space = from["space"].text();
  access.statement = from.has("statement") ? from["statement"].text() : "";
  access.bytesPerLane = from["bytes_per_lane"].number<unsigned>();
  access.certainty = readCertainty(from["status"]);
  access.measure = access.space == toString(AddressSpace::Shared) || access.space == toString(AddressSpace::Constant)
                       ? Measure::Wavefronts
                       : Measure::Sectors;
  const bool inSectors = access.measure == Measure::Sectors;
  const JsonCursor count = inSectors                    ? from["sectors_per_request"]
                           : access.space == "constant" ? from["distinct_addresses_per_request"]
                                                        : from["wavefronts_per_request"];
  access.count = readSpread(count);
  if (!inSectors && access.space == "constant")
    access.ideal = 1;
  else if (const JsonCursor ideal = from[inSectors ? "ideal_sectors_per_request" : "ideal_wavefronts_per_request"];
           !ideal.isNull())
    access.ideal = ideal.real();
  return access;
}

LaunchSummary readLaunch(const JsonCursor &from) {
  LaunchSummary launch;
  const std::optional<Dim3> block = readDim3(from["block"], largestBlock), grid = readDim3(from["grid"], largestGrid);
  launch.shape = block ? "block " + formatDim3(*block) : "any block";
  if (grid)
    launch.shape += ", grid " + formatDim3(*grid);
  for (const auto &[name, value] : from["arguments"].entries())
    launch.shape += fmt::format(", {} = {}", name, value.number<std::int64_t>());
  for (const JsonCursor &access : from["accesses"].items())
    launch.accesses.push_back(readAccess(access));
  const JsonCursor totals = from["totals"];
  if (!totals["sectors_read"].isNull())
    launch.sectorsRead = totals["sectors_read"].real();
  if (!totals["sectors_written"].isNull())
    launch.sectorsWritten = totals["sectors_written"].real();
  if (from.has("excess")) {
    const JsonCursor excess = from["excess"];
    launch.excess =
        LaunchExcess{excess["sectors"].real(), excess["ideal_sectors"].real(), excess["in"].text() == "launch"};
  }
  return launch;
}

Finding readFinding(const JsonCursor &from) {
  Finding finding;
  finding.rule = from["rule"].text();
  finding.severity = from["severity"].text() == toString(Severity::Note) ? Severity::Note : Severity::Warning;
  finding.place = readPlace(from);
  finding.kernel = from["kernel"].text();
  finding.message = from["message"].text();
  finding.function = from.has("function") ? from["function"].text() : "";
  finding.statement = from.has("statement") ? from["statement"].textOrNull() : "";
  finding.fingerprint = from["fingerprint"].text();
  finding.evidence = from["evidence"].text();
  finding.advice = from["advice"].text();
  finding.wastedSectorsPerRequest = from["wasted_sectors_per_request"].real();
  finding.wastedSectors = from["wasted_sectors"].real();
  finding.isWasteOfLaunch = from["wasted_in"].text() == "launch";
  finding.wastedShare = from["wasted_share"].real();
  if (from.has("instead_of"))
    finding.insteadOf = from["instead_of"].texts();
  return finding;
}

} // namespace

ReportSummary readReportSummary(const std::string &json) {
  const auto document = parseDocument(json, reportSchema);
  const JsonCursor root(document);
  ReportSummary summary;
  for (const JsonCursor &item : root["kernels"].items()) {
    KernelSummary &kernel = summary.kernels.emplace_back();
    kernel.name = item["name"].text();
    kernel.mangled = item["mangled"].text();
    kernel.place = readPlace(item);
    if (item.has("source"))
      kernel.shortNames = item["source"]["short_names"].texts();
    for (const JsonCursor &launch : item["launches"].items())
      kernel.launches.push_back(readLaunch(launch));
  }
  for (const JsonCursor &finding : root["findings"].items())
    summary.findings.push_back(readFinding(finding));
  if (root.has("silenced"))
    for (const JsonCursor &finding : root["silenced"].items())
      summary.silenced.push_back(readFinding(finding));
  if (root.has("records"))
    summary.records = readRecords(root["records"]);
  summary.assumptions = root["assumptions"].texts();
  summary.notes = root["notes"].texts();
  summary.llvmVersion = root["tool"]["llvm"].text();
  summary.arch = root["target"]["arch"].text();
  summary.profileName = root["target"]["profile"].text();
  const JsonCursor coverage = root["coverage"];
  summary.coverage = {coverage["exact"].number<std::size_t>(), coverage["bounded"].number<std::size_t>(),
                      coverage["unknown"].number<std::size_t>(), coverage["not_analysed"].number<std::size_t>()};
  return summary;
}

std::set<std::string> filesOf(const ReportSummary &summary) {
  std::set<std::string> files;
  for (const KernelSummary &kernel : summary.kernels) {
    files.insert(kernel.place.file);
    for (const LaunchSummary &launch : kernel.launches)
      for (const AccessSummary &access : launch.accesses)
        files.insert(access.place.file);
  }
  for (const Finding &finding : summary.findings)
    files.insert(finding.place.file);
  return files;
}

} // namespace sectorscope
