// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes confirmations as JSON.

#include "Confirm.h"
#include "Diagnosis.h"
#include "TwinText.h"

#include <nlohmann/json.hpp>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

template <typename Value> Json orNull(const std::optional<Value> &value) { return value ? Json(*value) : Json(); }

const char *word(Verdict verdict) {
  switch (verdict) {
  case Verdict::Right:
    return "agrees";
  case Verdict::Bounded:
    return "bounded";
  case Verdict::Unknown:
    return "unknown";
  case Verdict::Wrong:
    return "wrong";
  case Verdict::CompilerChanged:
    return "compiler-changed";
  case Verdict::NotExecuted:
    return "not-executed";
  case Verdict::NotPredicted:
    return "not-predicted";
  }
  return "";
}

Json placeJson(const Comparison &c) {
  return {{"file", c.place.file},
          {"line", c.place.line},
          {"kind", c.kind},
          {"space", c.space},
          {"unit", c.unit},
          {"predicted_per_request", orNull(c.predictedMean)},
          {"predicted_requests", orNull(c.predictedRequests)},
          {"measured_per_request", orNull(c.measuredMean)},
          {"measured_requests", orNull(c.measuredRequests)},
          {"verdict", word(c.verdict)},
          {"found_elsewhere", c.foundElsewhere},
          {"evidence", c.evidence}};
}

Json totalsJson(const PredictedLaunch *predicted) {
  if (!predicted)
    return nullptr;
  const PredictedTotals &totals = predicted->totals;
  return {{"sectors_read", orNull(totals.sectorsRead)},
          {"sectors_written", orNull(totals.sectorsWritten)},
          {"distinct_sectors", orNull(totals.touched)},
          {"dram_sectors_read", orNull(totals.dramRead)},
          {"reason", totals.reason}};
}

Json movedJson(const Launch &launch, const PredictedLaunch *predicted) {
  const auto moved = movedSectors(launch, predicted ? &predicted->totals : nullptr);
  if (!moved)
    return nullptr;
  Json cases = Json::array();
  for (const TrafficCase what : casesOf(*moved))
    cases.push_back(toString(what));
  return {{"demanded", moved->demand},
          {"ideal", moved->ideal},
          {"l2", moved->l2},
          {"dram_read", moved->dramRead},
          {"dram_written", moved->dramWritten},
          {"cases", std::move(cases)}};
}

} // namespace

std::string toJson(const Confirmation &confirmation) {
  const Record &record = confirmation.record;
  Json json = {{"schema", "sectorscope-confirmation/1"},
               {"program", record.program},
               {"part", record.part},
               {"arch", record.arch},
               {"driver", record.driver},
               {"cuda", record.toolkit},
               {"profiler", record.profiler},
               {"clocks", record.clocks},
               {"caches", record.caches},
               {"counters_missing", record.missing},
               {"verdicts", Json::object()},
               {"kernels", Json::array()},
               {"notes", confirmation.notes}};
  for (std::size_t i = 0; i != verdictCount; ++i)
    json["verdicts"][word(static_cast<Verdict>(i))] = confirmation.result.counts[i];
  std::size_t next = 0;
  const std::vector<Comparison> &comparisons = confirmation.result.comparisons;
  for (const KernelRecord &kernel : record.kernels) {
    Json launches = Json::array();
    for (const Launch &launch : kernel.launches) {
      const PredictedLaunch *predicted = predictedFor(confirmation.report, kernel, launch);
      Json places = Json::array();
      for (; next != comparisons.size() && comparisons[next].order == launch.order; ++next)
        places.push_back(placeJson(comparisons[next]));
      launches.push_back({{"order", launch.order},
                          {"grid", launch.grid},
                          {"block", launch.block},
                          {"counters", launch.counters},
                          {"predicted", totalsJson(predicted)},
                          {"moved_sectors", movedJson(launch, predicted)},
                          {"padded_twin", launch.twin ? confirmedJson(*launch.twin, predicted) : Json()},
                          {"places", std::move(places)}});
    }
    json["kernels"].push_back({{"name", kernel.name}, {"mangled", kernel.mangled}, {"launches", std::move(launches)}});
  }
  return json.dump(1) + "\n";
}

} // namespace sectorscope::check
