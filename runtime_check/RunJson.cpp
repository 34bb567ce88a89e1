// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Run to JSON and back.

#include "Run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char *schemaName = "sectorscope-run/1";

Json orNull(const std::optional<unsigned> &value) { return value ? Json(*value) : Json(nullptr); }

std::optional<unsigned> orEmpty(const Json &json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<unsigned>());
}

Json toJson(const Device &device) {
  return {{"name", device.name},
          {"arch", device.arch},
          {"multiprocessors", device.multiprocessors},
          {"threads_per_multiprocessor", device.threadsPerMultiprocessor},
          {"l2_bytes", device.l2Bytes},
          {"ecc", device.ecc},
          {"sm_hertz_max", device.smHertz},
          {"memory_hertz_max", device.memoryHertz},
          {"bus_bits", device.busBits}};
}

Device deviceFrom(const Json &json) {
  return {.name = json.at("name").get<std::string>(),
          .arch = json.at("arch").get<std::string>(),
          .multiprocessors = json.at("multiprocessors").get<unsigned>(),
          .threadsPerMultiprocessor = json.at("threads_per_multiprocessor").get<unsigned>(),
          .l2Bytes = json.at("l2_bytes").get<std::uint64_t>(),
          .ecc = json.at("ecc").get<bool>(),
          .smHertz = json.at("sm_hertz_max").get<double>(),
          .memoryHertz = json.at("memory_hertz_max").get<double>(),
          .busBits = json.at("bus_bits").get<unsigned>()};
}

Json toJson(const TimedLaunch &timed) {
  return {{"order", timed.order},
          {"times", timed.times},
          {"busy_seconds", timed.busySeconds},
          {"resident_blocks", timed.residentBlocks},
          {"registers", timed.registers},
          {"static_shared_bytes", timed.staticSharedBytes},
          {"dynamic_shared_bytes", timed.dynamicSharedBytes},
          {"begin_nanoseconds", timed.beginNanoseconds},
          {"nanoseconds", timed.nanoseconds}};
}

TimedLaunch timedFrom(const Json &json) {
  TimedLaunch timed;
  json.at("order").get_to(timed.order);
  json.at("times").get_to(timed.times);
  json.at("busy_seconds").get_to(timed.busySeconds);
  json.at("resident_blocks").get_to(timed.residentBlocks);
  json.at("registers").get_to(timed.registers);
  json.at("static_shared_bytes").get_to(timed.staticSharedBytes);
  json.at("dynamic_shared_bytes").get_to(timed.dynamicSharedBytes);
  json.at("begin_nanoseconds").get_to(timed.beginNanoseconds);
  json.at("nanoseconds").get_to(timed.nanoseconds);
  if (timed.nanoseconds.empty() || timed.nanoseconds.size() != timed.beginNanoseconds.size() ||
      timed.times < timed.nanoseconds.size() || timed.medianSeconds() <= 0)
    throw std::runtime_error(fmt::format("launch {} has no times, or not as many begins as times", timed.order));
  return timed;
}

/// One list a line: short enough to compare with diff.
template <typename List, typename ToJson> std::string lines(const List &list, ToJson toJson) {
  std::string text;
  for (const auto &one : list)
    text += (text.empty() ? "\n" : ",\n") + toJson(one).dump();
  return "[" + text + "]";
}

} // namespace

std::string toJson(const Run &run) {
  std::string record = toJson(run.record), launches = run.launches;
  for (std::string *text : {&record, &launches})
    while (text->ends_with('\n'))
      text->pop_back();
  const auto clock = [](const ClockSample &sample) {
    return Json::array(
        {sample.when, sample.smMegahertz, orNull(sample.memoryMegahertz), orNull(sample.state), orNull(sample.limits)});
  };
  return fmt::format("{{\"schema\": \"{}\",\n\"device\": {},\n\"timed\": {},\n\"clocks\": {},\n\"notes\": {},\n"
                     "\"record\": {},\n\"launches\": {}}}\n",
                     schemaName, toJson(run.device).dump(),
                     lines(run.timed, [](const TimedLaunch &timed) { return toJson(timed); }), lines(run.clocks, clock),
                     Json(run.notes).dump(), record, launches);
}

Run runFromJson(const std::string &text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    throw std::runtime_error("not valid JSON (cut off?): run 'sectorscope-check measure' again");
  if (!json.is_object() || json.value("schema", Json()) != schemaName)
    throw std::runtime_error(
        fmt::format("not a run: \"schema\" must be \"{}\", as 'sectorscope-check measure' writes", schemaName));
  try {
    Run run{.device = deviceFrom(json.at("device")), .record = recordFromJson(json.at("record").dump())};
    for (const Json &timed : json.at("timed"))
      run.timed.push_back(timedFrom(timed));
    for (const Json &sample : json.at("clocks"))
      run.clocks.push_back({.when = sample.at(0).get<std::uint64_t>(),
                            .smMegahertz = sample.at(1).get<unsigned>(),
                            .memoryMegahertz = orEmpty(sample.at(2)),
                            .state = orEmpty(sample.at(3)),
                            .limits = orEmpty(sample.at(4))});
    run.launches = json.at("launches").dump();
    json.at("notes").get_to(run.notes);
    return run;
  } catch (const std::exception &error) {
    throw std::runtime_error(fmt::format("run is damaged: {}", error.what()));
  }
}

} // namespace sectorscope::check
