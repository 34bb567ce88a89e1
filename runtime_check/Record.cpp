// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Record to JSON and back.

#include "Record.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char *schemaName = "sectorscope-record/1";

Json toJson(const Place &place) { return Json::array({place.file, place.line}); }

Json toJson(const Instruction &instruction) {
  Json json;
  json["offset"] = instruction.offset;
  json["opcode"] = instruction.opcode;
  if (instruction.predicated)
    json["predicated"] = true;
  json["place"] = toJson(instruction.place);
  if (!instruction.callers.empty()) {
    json["callers"] = Json::array();
    for (const Place &caller : instruction.callers)
      json["callers"].push_back(toJson(caller));
  }
  json["kind"] = instruction.kind;
  json["space"] = instruction.space;
  json["bytes_per_lane"] = instruction.bytesPerLane;
  json["executed"] = instruction.executed;
  json["lanes"] = instruction.lanes;
  if (instruction.space == "shared") {
    json["wavefronts"] = instruction.wavefronts;
    json["ideal_wavefronts"] = instruction.idealWavefronts;
  } else {
    json["sectors"] = instruction.sectors;
    json["ideal_sectors"] = instruction.idealSectors;
    json["lines"] = instruction.lines;
  }
  return json;
}

Place placeFrom(const Json &json) { return {json.at(0).get<std::string>(), json.at(1).get<unsigned>()}; }

Instruction instructionFrom(const Json &json) {
  Instruction result;
  json.at("offset").get_to(result.offset);
  json.at("opcode").get_to(result.opcode);
  result.predicated = json.value("predicated", false);
  result.place = placeFrom(json.at("place"));
  if (auto callers = json.find("callers"); callers != json.end())
    for (const Json &caller : *callers)
      result.callers.push_back(placeFrom(caller));
  json.at("kind").get_to(result.kind);
  json.at("space").get_to(result.space);
  json.at("bytes_per_lane").get_to(result.bytesPerLane);
  json.at("executed").get_to(result.executed);
  json.at("lanes").get_to(result.lanes);
  if (result.space == "shared") {
    json.at("wavefronts").get_to(result.wavefronts);
    json.at("ideal_wavefronts").get_to(result.idealWavefronts);
  } else {
    json.at("sectors").get_to(result.sectors);
    json.at("ideal_sectors").get_to(result.idealSectors);
    json.at("lines").get_to(result.lines);
  }
  return result;
}

Launch launchFrom(const Json &json) {
  Launch result;
  json.at("order").get_to(result.order);
  json.at("grid").get_to(result.grid);
  json.at("block").get_to(result.block);
  for (const auto &[name, value] : json.at("counters").items())
    result.counters.emplace(name, value.get<std::uint64_t>());
  for (const Json &instruction : json.at("instructions"))
    result.instructions.push_back(instructionFrom(instruction));
  if (const auto twin = json.find("twin"); twin != json.end())
    result.twin = twinFromJson(*twin);
  return result;
}

} // namespace

std::string toJson(const Record &record) {
  Json head;
  head["schema"] = schemaName;
  head["program"] = record.program;
  head["compiler"] = record.compiler;
  head["part"] = record.part;
  head["arch"] = record.arch;
  head["driver"] = record.driver;
  head["toolkit"] = record.toolkit;
  head["profiler"] = record.profiler;
  head["clocks"] = record.clocks;
  head["caches"] = record.caches;
  head["frames"] = record.frames;
  head["date"] = record.date;
  head["missing"] = record.missing;
  std::string text = head.dump();
  text.pop_back(); // the kernels follow inside the same object
  text += ",\n\"kernels\":[";
  const char *kernelSeparator = "\n";
  for (const KernelRecord &kernel : record.kernels) {
    text += fmt::format("{}{{\"name\":{},\"mangled\":{},\"launches\":[", kernelSeparator, Json(kernel.name).dump(),
                        Json(kernel.mangled).dump());
    kernelSeparator = ",\n";
    const char *launchSeparator = "\n";
    for (const Launch &launch : kernel.launches) {
      text += fmt::format("{} {{\"order\":{},\"grid\":{},\"block\":{},\n  \"counters\":{},\n  \"instructions\":[",
                          launchSeparator, launch.order, Json(launch.grid).dump(), Json(launch.block).dump(),
                          Json(launch.counters).dump());
      launchSeparator = ",\n";
      const char *separator = "\n   ";
      for (const Instruction &instruction : launch.instructions) {
        text += separator + toJson(instruction).dump();
        separator = ",\n   ";
      }
      text += launch.twin ? fmt::format("],\n  \"twin\":{}}}", toJson(*launch.twin).dump()) : "]}";
    }
    text += "]}";
  }
  text += "]}\n";
  return text;
}

Record recordFromJson(const std::string &text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    throw std::runtime_error("not valid JSON (cut off?)");
  if (!json.is_object() || json.value("schema", Json()) != schemaName)
    throw std::runtime_error(fmt::format("not a record: \"schema\" must be \"{}\"", schemaName));
  try {
    Record record;
    json.at("program").get_to(record.program);
    json.at("compiler").get_to(record.compiler);
    json.at("part").get_to(record.part);
    json.at("arch").get_to(record.arch);
    json.at("driver").get_to(record.driver);
    json.at("toolkit").get_to(record.toolkit);
    json.at("profiler").get_to(record.profiler);
    json.at("clocks").get_to(record.clocks);
    json.at("caches").get_to(record.caches);
    json.at("frames").get_to(record.frames);
    json.at("date").get_to(record.date);
    json.at("missing").get_to(record.missing);
    for (const Json &kernelJson : json.at("kernels")) {
      KernelRecord kernel;
      kernelJson.at("name").get_to(kernel.name);
      kernelJson.at("mangled").get_to(kernel.mangled);
      for (const Json &launch : kernelJson.at("launches"))
        kernel.launches.push_back(launchFrom(launch));
      record.kernels.push_back(std::move(kernel));
    }
    return record;
  } catch (const Json::exception &error) {
    throw std::runtime_error(fmt::format("record is damaged: {}", error.what()));
  }
}

} // namespace sectorscope::check
