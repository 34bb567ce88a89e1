// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads predictions out of a JSON report.

#include "Prediction.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sectorscope::check {

namespace {

using Json = nlohmann::json;

constexpr const char *schemaName = "sectorscope-report/1";

const Json *find(const Json &object, const char *name) {
  auto it = object.find(name);
  return it == object.end() || it->is_null() ? nullptr : &*it;
}

std::string text(const Json &object, const char *name) {
  const Json *value = find(object, name);
  return value ? value->get<std::string>() : std::string();
}

std::optional<double> numberOf(const Json &object, const char *name) {
  const Json *value = find(object, name);
  return value ? std::optional(value->get<double>()) : std::nullopt;
}

/// {"min":, "mean":, "max":}, or one number that is all three.
std::optional<Range> rangeOf(const Json &object, const char *name) {
  const Json *value = find(object, name);
  if (!value)
    return std::nullopt;
  if (value->is_number())
    return Range{value->get<double>(), value->get<double>(), value->get<double>()};
  const Json &mean = value->at("mean"); // null where only bounds are known
  return Range{value->at("min").get<double>(), mean.is_null() ? std::nan("") : mean.get<double>(),
               value->at("max").get<double>()};
}

std::optional<double> meanOf(const Json &object, const char *name) {
  std::optional<Range> range = rangeOf(object, name);
  return range && !std::isnan(range->mean) ? std::optional(range->mean) : std::nullopt;
}

std::optional<Dim3> shapeOf(const Json &object, const char *name) {
  const Json *value = find(object, name);
  return value ? std::optional(value->get<Dim3>()) : std::nullopt;
}

Place placeOf(const Json &object) {
  Place place;
  place.file = text(object, "file");
  if (const Json *line = find(object, "line"))
    place.line = line->get<unsigned>();
  return place;
}

PredictedAccess accessFrom(const Json &json) {
  PredictedAccess access;
  access.id = text(json, "id");
  access.place = placeOf(json);
  access.innermost = access.place;
  if (const Json *stack = find(json, "inline_stack"); stack && !stack->empty())
    access.innermost = placeOf(stack->back());
  access.kind = json.at("kind").get<std::string>();
  access.space = json.at("space").get<std::string>();
  access.status = json.at("status").get<std::string>();
  access.reason = text(json, "reason");
  access.bytesPerLane = json.at("bytes_per_lane").get<unsigned>();
  if (const Json *assumes = find(json, "assumes"))
    access.assumesTail = std::ranges::any_of(*assumes, [](const Json &a) { return a == "tail"; });
  access.requests = numberOf(json, "requests");
  access.activeLanes = meanOf(json, "active_lanes");
  if (const Json *reduced = find(json, "reduced_by_assembler"))
    access.reducedByAssembler = reduced->get<bool>();
  access.sectors = rangeOf(json, "sectors_per_request");
  access.lines = rangeOf(json, "lines_per_request");
  access.wavefronts = rangeOf(json, "wavefronts_per_request");
  access.idealSectors = meanOf(json, "ideal_sectors_per_request");
  if (const Json *camping = find(json, "camping")) {
    if (const Json *gap = find(*camping, "gap_stride_bytes"))
      access.gapStride = gap->get<std::int64_t>();
    access.campingLoss = numberOf(*camping, "loss");
    if (const Json *inL2 = find(*camping, "measured_loss_in_l2"))
      access.campingLossInL2 = numberOf(*inL2, "usual");
  }
  return access;
}

PredictedTotals totalsFrom(const Json &json) {
  PredictedTotals totals{.sectorsRead = numberOf(json, "sectors_read"),
                         .sectorsWritten = numberOf(json, "sectors_written"),
                         .dramRead = numberOf(json, "dram_sectors_read_of_part"),
                         .dramReadOnce = numberOf(json, "dram_sectors_read"),
                         .usefulRead = numberOf(json, "useful_bytes_read"),
                         .usefulWritten = numberOf(json, "useful_bytes_written"),
                         .dramWritten = numberOf(json, "dram_sectors_written_of_part"),
                         .fills = numberOf(json, "fill_sectors_of_part"),
                         .reason = text(json, "reason")};
  const auto read = numberOf(json, "distinct_sectors_read"), written = numberOf(json, "distinct_sectors_written");
  if (read && written)
    totals.touched = *read + *written;
  return totals;
}

} // namespace

std::vector<PredictedKernel> predictionsFromJson(const std::string &content) {
  Json json = Json::parse(content, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    throw std::runtime_error("not valid JSON (cut off?)");
  if (!json.is_object() || json.value("schema", Json()) != schemaName)
    throw std::runtime_error(fmt::format("not a report: \"schema\" must be \"{}\"", schemaName));
  try {
    std::vector<PredictedKernel> kernels;
    for (const Json &kernelJson : json.at("kernels")) {
      PredictedKernel kernel{text(kernelJson, "name"), text(kernelJson, "mangled"), {}};
      for (const Json &launchJson : kernelJson.at("launches")) {
        PredictedLaunch launch{shapeOf(launchJson, "grid"), shapeOf(launchJson, "block"), {}, {}, {}};
        if (const Json *totals = find(launchJson, "totals"))
          launch.totals = totalsFrom(*totals);
        for (const Json &access : launchJson.at("accesses"))
          if (access.at("space") != "constant") // machine code reads it as an operand, which nothing counts
            launch.accesses.push_back(accessFrom(access));
        kernel.launches.push_back(std::move(launch));
      }
      kernels.push_back(std::move(kernel));
    }
    return kernels;
  } catch (const Json::exception &error) {
    throw std::runtime_error(fmt::format("report is damaged: {}", error.what()));
  }
}

} // namespace sectorscope::check
