// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Json.h"

#include "model/LaunchWaste.h"
#include "report/JsonCamping.h"
#include "report/JsonDocument.h"
#include "report/JsonExpr.h"
#include "report/JsonKernel.h"
#include "report/JsonPlaces.h"
#include "report/JsonRecords.h"
#include "report/WriteJson.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

ordered_json hintJson(const Hint &hint) {
  ordered_json out;
  out["exact_if_multiple"] = ordered_json::object();
  for (const Hint::Multiple &multiple : hint.exactIf)
    out["exact_if_multiple"][multiple.argument] = multiple.of;
  out["sectors_then"] = hint.exactIf.empty() ? ordered_json() : ordered_json(rounded(hint.countThen));
  out["argument"] = hint.argument.empty() ? ordered_json() : ordered_json(hint.argument);
  out["table"] = ordered_json::array();
  for (const Hint::Row &row : hint.table)
    out["table"].push_back({{"from", row.from}, {"to", row.to}, {"sectors", rounded(row.count)}});
  return out;
}

ordered_json accessJson(const KernelReport &kernel, const AccessReport &access) {
  const AccessSite &site = access.site;
  const Footprint &footprint = access.footprint;
  const bool known = footprint.certainty != Certainty::Unknown;
  const bool hasSectors = footprint.measure == Measure::Sectors;
  const bool hasAddresses = footprint.distinctAddresses.max > 0;

  ordered_json stack = ordered_json::array();
  for (const InlineFrame &frame : site.inlineStack)
    stack.push_back({{"function", frame.function}, {"file", fileOf(frame.place)}, {"line", lineOf(frame.place)}});
  ordered_json out;
  out["id"] = access.id;
  out["inline_stack"] = std::move(stack);
  if (!access.statement.empty())
    out["statement"] = access.statement;
  out["calls"] = ordered_json::array();
  for (const SourcePlace &call : access.calls)
    out["calls"].push_back({{"file", fileOf(call)}, {"line", lineOf(call)}});
  addPlace(out, site.place);
  out["kind"] = toString(site.kind);
  out["space"] = toString(site.space);
  out["bytes_per_lane"] = site.bytesPerLane;
  out["status"] = toString(footprint.certainty);
  out["assumes"] = footprint.assumes;
  out["reason"] = footprint.reason.empty() ? ordered_json() : ordered_json(footprint.reason);
  out["doubt"] = footprint.doubt == Doubt::None ? ordered_json() : ordered_json(toString(footprint.doubt));
  out["hint"] = footprint.hint ? hintJson(*footprint.hint) : ordered_json();
  out["address"] = access.address;
  out["expr"] = exprToJson(kernel.graph, site);
  addStrides(out, access);
  out["requests"] = footprint.requests ? ordered_json(*footprint.requests) : ordered_json();
  out["active_lanes"] = known && !std::isnan(footprint.activeLanes.mean)
                            ? ordered_json(rounded(footprint.activeLanes.mean))
                            : ordered_json();
  out["sectors_per_request"] = spreadJson(footprint.sectors, known && hasSectors);
  out["ideal_sectors_per_request"] =
      known && hasSectors ? ordered_json(rounded(footprint.idealSectors.mean)) : ordered_json();
  out["lines_per_request"] = spreadJson(footprint.lines, known && hasSectors);
  out["uniform"] = footprint.uniform;
  out["any_block_of_whole_warps"] = footprint.anyBlockOfWholeWarps;
  out["wavefronts_per_request"] = spreadJson(footprint.wavefronts, known && site.space == AddressSpace::Shared);
  out["ideal_wavefronts_per_request"] = known && site.space == AddressSpace::Shared
                                            ? ordered_json(rounded(footprint.idealWavefronts.mean))
                                            : ordered_json();
  out["distinct_addresses_per_request"] = spreadJson(footprint.distinctAddresses, known && hasAddresses);
  out["reduced_by_assembler"] = footprint.reducedByAssembler;
  out["bypasses_l1"] = site.bypassesL1;
  out["bytes_covered_per_sector"] =
      footprint.joined ? spreadJson(footprint.joined->bytesCoveredPerSector, true) : nullptr;
  out["bytes_covered_per_line"] = footprint.joined ? spreadJson(footprint.joined->bytesCoveredPerLine, true) : nullptr;
  out["partial_sectors_per_request"] = footprint.joined ? spreadJson(footprint.joined->partialSectors, true) : nullptr;
  out["camping"] = isGlobal(site) ? campingJson(access.camping) : ordered_json();
  return out;
}

ordered_json countJson(const std::optional<std::uint64_t> &count) { return count ? ordered_json(*count) : nullptr; }

/// A sum of means over requests: whole but for rounding.
ordered_json sumJson(const std::optional<double> &sum) {
  return sum ? ordered_json(static_cast<std::uint64_t>(std::llround(*sum))) : nullptr;
}

/// Six digits are more than any of these is worth.
ordered_json significant(const std::optional<double> &value, double scale = 1) {
  return value ? ordered_json(std::stod(fmt::format("{:.6g}", *value * scale))) : ordered_json();
}

ordered_json totalsJson(const LaunchTotals &totals) {
  const Moved &read = totals.read, &written = totals.written;
  ordered_json out;
  out["requests"] = sumJson(totals.requests);
  out["sectors_read"] = sumJson(read.sectors);
  out["sectors_written"] = sumJson(written.sectors);
  out["ideal_sectors_read"] = sumJson(read.idealSectors);
  out["ideal_sectors_written"] = sumJson(written.idealSectors);
  out["lines_read"] = sumJson(read.lines);
  out["lines_written"] = sumJson(written.lines);
  out["sectors_read_at_l2"] = sumJson(totals.sectorsServedAtL2);
  out["distinct_sectors_read"] = countJson(read.distinctSectors);
  out["distinct_sectors_written"] = countJson(written.distinctSectors);
  out["useful_bytes_read"] = sumJson(read.usefulBytes);
  out["useful_bytes_written"] = sumJson(written.usefulBytes);
  out["fill_sectors"] = sumJson(totals.fillSectors);
  out["dram_sectors_read"] = sumJson(read.dramSectors);
  out["dram_sectors_written"] = sumJson(written.dramSectors);
  out["fill_sectors_of_part"] = sumJson(totals.fillSectorsOfPart);
  out["dram_sectors_read_of_part"] = sumJson(read.dramSectorsOfPart);
  out["dram_sectors_written_of_part"] = sumJson(written.dramSectorsOfPart);
  out["flop"] = totals.flop ? wholeOrRounded(totals.flop->all()) : ordered_json();
  out["flop_by_type"] = flopJson(totals.flop);
  out["flop_reason"] = totals.flopReason.empty() ? ordered_json() : ordered_json(totals.flopReason);
  out["flop_per_thread"] = flopJson(totals.flopPerThread);
  out["formula"] = totals.formula.empty() ? ordered_json() : ordered_json(totals.formula);
  out["reason"] = totals.reason.empty() ? ordered_json() : ordered_json(totals.reason);
  out["assumes"] = totals.assumes;
  return out;
}

ordered_json rooflineJson(const std::optional<Roofline> &roofline) {
  if (!roofline)
    return nullptr;
  ordered_json out;
  out["profile"] = roofline->profile;
  out["measured"] = roofline->measured.empty() ? ordered_json() : ordered_json(roofline->measured);
  out["dram_bytes"] = roofline->dramBytes ? wholeOrRounded(*roofline->dramBytes) : ordered_json();
  out["intensity"] = {{"perfect_cache", significant(roofline->intensity)},
                      {"no_cache", significant(roofline->uncachedIntensity)}};
  out["ridge"] = significant(roofline->ridge);
  out["side"] = roofline->side ? ordered_json(toString(*roofline->side)) : ordered_json();
  out["bytes_per_second"] = significant(roofline->bytesPerSecond);
  out["flop_per_second"] = significant(roofline->flopPerSecond);
  out["least_time_us"] = significant(roofline->leastSeconds, 1e6);
  out["binds"] = roofline->binds ? ordered_json(toString(*roofline->binds)) : ordered_json();
  out["missing"] = roofline->missing;
  return out;
}

ordered_json launchJson(const KernelReport &kernel, const LaunchReport &launch) {
  const LaunchShape &shape = launch.shape;
  ordered_json out;
  out["origin"] = toString(shape.origin);
  addPlace(out, shape.place);
  out["grid"] = shape.grid ? ordered_json(*shape.grid) : ordered_json();
  out["block"] = shape.block ? ordered_json(*shape.block) : ordered_json();
  out["arguments"] = ordered_json::object();
  for (const auto &[name, value] : shape.arguments)
    out["arguments"][name] = value;
  out["multiples"] = ordered_json::object();
  for (const auto &[name, of] : shape.multiples)
    out["multiples"][name] = of;
  for (const auto &[name, residue] : shape.pointers) // only where observed
    out["pointers"][name] = residue;
  if (shape.times)
    out["times"] = shape.times;
  out["accesses"] = ordered_json::array();
  for (const AccessReport &access : launch.accesses)
    out["accesses"].push_back(accessJson(kernel, access));
  out["totals"] = totalsJson(launch.totals.value_or(LaunchTotals{}));
  out["roofline"] = rooflineJson(launch.roofline);
  const LaunchExcess excess = excessOf(launch);
  out["excess"] = {{"ratio", rounded(excess.ratio())},
                   {"sectors", rounded(excess.sectors)},
                   {"ideal_sectors", rounded(excess.idealSectors)},
                   {"in", excess.isWhole ? "launch" : "block"}};
  return out;
}

ordered_json kernelJson(const KernelReport &kernel) {
  ordered_json out;
  out["name"] = kernel.name;
  out["mangled"] = kernel.mangled;
  addPlace(out, kernel.place);
  out["launches"] = ordered_json::array();
  for (const LaunchReport &launch : kernel.launches)
    out["launches"].push_back(launchJson(kernel, launch));
  out["not_analysed"] = notAnalysedJson(kernel.notAnalysed);
  out["source"] = kernelSourceJson(kernel);
  return out;
}

ordered_json unitJson(const AuditedUnit &unit) {
  ordered_json out = {{"source_file", unit.sourceFile},
                      {"arch", unit.arch},
                      {"profile", unit.profileName},
                      {"profile_note", unit.profileNote.empty() ? ordered_json() : ordered_json(unit.profileNote)},
                      {"llvm", unit.llvmVersion},
                      {"unoptimised", unit.unoptimised},
                      {"pointer_alignment", unit.pointerAlignment},
                      {"traffic_effort", unit.trafficEffort},
                      {"disabled_rules", unit.disabledRules},
                      {"notes", unit.notes},
                      {"kernels", unit.kernels}};
  if (!unit.launchNotes.empty())
    out["launch_notes"] = unit.launchNotes;
  return out;
}

ordered_json findingJson(const Finding &finding) {
  ordered_json out = {{"rule", finding.rule},
                      {"severity", toString(finding.severity)},
                      {"file", fileOf(finding.place)},
                      {"line", lineOf(finding.place)},
                      {"column", columnOf(finding.place)},
                      {"kernel", finding.kernel},
                      {"message", finding.message},
                      {"evidence", finding.evidence},
                      {"advice", finding.advice},
                      {"wasted_sectors_per_request", rounded(finding.wastedSectorsPerRequest)},
                      {"wasted_sectors", rounded(finding.wastedSectors)},
                      {"wasted_in", finding.isWasteOfLaunch ? "launch" : "block"},
                      {"wasted_share", rounded(finding.wastedShare)},
                      {"function", finding.function},
                      {"statement", finding.statement.empty() ? ordered_json() : ordered_json(finding.statement)},
                      {"fingerprint", finding.fingerprint}};
  if (!finding.insteadOf.empty())
    out["instead_of"] = finding.insteadOf;
  if (finding.baseline != BaselineState::None)
    out["baseline"] = toString(finding.baseline);
  return out;
}

} // namespace

const char *toolVersion() { return SECTORSCOPE_VERSION; }

void printJson(const Report &report, std::ostream &out) {
  ordered_json document;
  document["schema"] = reportSchema;
  document["tool"] = {{"name", "sectorscope"}, {"version", toolVersion()}, {"llvm", report.llvmVersion}};
  document["target"] = {{"arch", report.arch}, {"profile", report.profileName}};
  document["kernels"] = ordered_json::array();
  for (const KernelReport &kernel : report.kernels)
    document["kernels"].push_back(kernelJson(kernel));
  document["findings"] = ordered_json::array();
  for (const Finding &finding : report.findings)
    document["findings"].push_back(findingJson(finding));
  document["silenced"] = ordered_json::array();
  for (const Finding &finding : report.silenced)
    document["silenced"].push_back(findingJson(finding));
  document["units"] = ordered_json::array();
  for (const AuditedUnit &unit : report.units)
    document["units"].push_back(unitJson(unit));
  document["records"] = recordsJson(report.records);
  document["assumptions"] = report.assumptions;
  document["notes"] = report.notes;
  const Coverage coverage = coverageOf(report);
  document["coverage"] = {{"exact", coverage.exact},
                          {"bounded", coverage.bounded},
                          {"unknown", coverage.unknown},
                          {"not_analysed", coverage.notAnalysed}};
  writeJson(document, out);
}

} // namespace sectorscope
