// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Explanations for programs.

#include "Explain.h"

#include <nlohmann/json.hpp>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<double> &value) { return value ? Json(*value) : Json(nullptr); }

const char *word(Signature signature) {
  switch (signature) {
  case Signature::Observed:
    return "observed";
  case Signature::Absent:
    return "absent";
  case Signature::NotDetermined:
    return "not determined";
  }
  return "";
}

Json toJson(const DirectionBytes &bytes) {
  return {{"asked", bytes.asked},
          {"needed", bytes.needed},
          {"demanded_at_l1", bytes.demanded},
          {"l2", bytes.l2},
          {"dram", bytes.dram}};
}

Json toJson(const Gap &gap) {
  Json rows = Json::array();
  for (const GapRow &row : gap.rows)
    rows.push_back({{"cause", toString(row.cause)},
                    {"signature", word(row.signature)},
                    {"seconds", row.signature == Signature::NotDetermined ? Json(nullptr) : Json(row.seconds)},
                    {"evidence", row.evidence},
                    {"remedy", remedyFor(row.cause)}});
  return {{"useful_seconds", gap.usefulSeconds}, {"rows", std::move(rows)}, {"remainder_seconds", gap.remainder}};
}

Json predictedJson(const std::optional<PredictedTotals> &predicted) {
  if (!predicted)
    return nullptr;
  return {{"source_bytes_read", orNull(predicted->usefulRead)},
          {"source_bytes_written", orNull(predicted->usefulWritten)},
          {"dram_sectors_read", orNull(predicted->dramRead)},
          {"dram_sectors_read_once", orNull(predicted->dramReadOnce)},
          {"dram_sectors_written", orNull(predicted->dramWritten)},
          {"fill_sectors", orNull(predicted->fills)},
          {"reason", predicted->reason.empty() ? Json(nullptr) : Json(predicted->reason)}};
}

Json toJson(const ExplainedLaunch &launch) {
  Json differences = Json::array();
  for (const ByteDifference &one : launch.differences)
    differences.push_back({{"direction", one.isWrite ? "written" : "read"},
                           {"between", one.between},
                           {"bytes", one.bytes},
                           {"reason", one.reason}});
  return {{"kernel", launch.kernel},
          {"order", launch.order},
          {"times", launch.times},
          {"grid", launch.grid},
          {"block", launch.block},
          {"seconds", launch.seconds},
          {"busy_seconds", launch.busySeconds},
          {"sm_megahertz", launch.smMegahertz > 0 ? Json(launch.smMegahertz) : Json(nullptr)},
          {"memory_megahertz", launch.memoryMegahertz > 0 ? Json(launch.memoryMegahertz) : Json(nullptr)},
          {"read_bytes", toJson(launch.bytes.read)},
          {"written_bytes", toJson(launch.bytes.written)},
          {"predicted", predictedJson(launch.predicted)},
          {"differences", std::move(differences)},
          {"bound", toString(launch.bounds.largest)},
          {"least_seconds", {{"dram", launch.bounds.dram}, {"l2", launch.bounds.l2}, {"l1", launch.bounds.l1}}},
          {"achieved_per_second", orNull(launch.achieved)},
          {"ceiling_per_second", orNull(launch.ceiling)},
          {"fraction_of_ceiling", launch.claimsFraction() ? Json(launch.fraction()) : Json(nullptr)},
          {"verdict", toString(launch.verdict)},
          {"why", launch.why},
          {"gap", toJson(launch.gap)},
          {"flop", launch.flop},
          {"flop_per_dram_byte", launch.bytes.dram() > 0 ? Json(launch.flop / launch.bytes.dram()) : Json(nullptr)},
          {"flop_share", launch.flopShare},
          {"warps_at_work", launch.warps},
          {"registers", launch.registers},
          {"resident_blocks", launch.residentBlocks},
          {"waves", launch.waves},
          {"decision", launch.decision}};
}

} // namespace

std::string toJson(const Explanation &explanation) {
  Json json = {{"schema", "sectorscope-explanation/1"},
               {"program", explanation.program},
               {"part", explanation.part},
               {"driver", explanation.driver},
               {"ecc", explanation.ecc},
               {"date", explanation.date},
               {"caches", explanation.caches},
               {"ceilings", explanation.ceilings},
               {"foreign_ceilings", explanation.foreign},
               {"quoted_peak_bytes_per_second", orNull(explanation.quotedPeak)},
               {"launches", Json::array()},
               {"notes", explanation.notes},
               {"decision", explanation.decision}};
  for (const ExplainedLaunch &launch : explanation.launches)
    json["launches"].push_back(toJson(launch));
  return json.dump(1) + "\n";
}

} // namespace sectorscope::check
