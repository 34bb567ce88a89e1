// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses shards and joins them.

#include "Shards.h"

#include "Process.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace sectorscope::check {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

SeenLaunch launchFrom(const Json &json) {
  SeenLaunch launch;
  json.at("order").get_to(launch.order);
  json.at("device").get_to(launch.device);
  json.at("mangled").get_to(launch.mangled);
  json.at("grid").get_to(launch.grid);
  json.at("block").get_to(launch.block);
  json.at("shared_bytes").get_to(launch.sharedBytes);
  launch.parameters = json.at("parameters");
  launch.failure = json.value("failed", std::string());
  launch.residentBlocks = json.value("resident_blocks", 0U);
  if (const auto counters = json.find("counters"); counters != json.end()) {
    launch.isCounted = true;
    counters->get_to(launch.counters);
  }
  if (const auto instructions = json.find("instructions"); instructions != json.end()) {
    launch.isCounted = !instructions->empty();
    for (const Json &counted : *instructions) {
      InstructionCount &count = launch.instructions.emplace_back();
      counted.at("crc").get_to(count.module);
      counted.at("function").get_to(count.function);
      counted.at("pc").get_to(count.offset);
      counted.at("values").get_to(count.values);
    }
  }
  return launch;
}

Device deviceFrom(const Json &json) {
  constexpr double kilo = 1000;
  return {.name = json.at("name").get<std::string>(),
          .arch = json.at("arch").get<std::string>(),
          .multiprocessors = json.value("multiprocessors", 0U),
          .threadsPerMultiprocessor = json.value("threads_per_multiprocessor", 0U),
          .l2Bytes = json.value("l2_bytes", std::uint64_t(0)),
          .ecc = json.value("ecc", false),
          .smHertz = json.value("sm_kilohertz", 0.0) * kilo,
          .memoryHertz = json.value("memory_kilohertz", 0.0) * kilo,
          .busBits = json.value("bus_bits", 0U)};
}

RanLaunch ranFrom(const Json &json) {
  RanLaunch ran;
  json.at("begin").get_to(ran.begin);
  json.at("end").get_to(ran.end);
  json.at("registers").get_to(ran.registers);
  json.at("static_shared_bytes").get_to(ran.staticSharedBytes);
  json.at("dynamic_shared_bytes").get_to(ran.dynamicSharedBytes);
  return ran;
}

ClockSample clockFrom(const Json &json) {
  const auto orEmpty = [&](const char *name) {
    const Json &value = json.at(name);
    return value.is_null() ? std::nullopt : std::optional(value.get<unsigned>());
  };
  return {.when = json.at("clock").get<std::uint64_t>(),
          .smMegahertz = json.at("sm_megahertz").get<unsigned>(),
          .memoryMegahertz = orEmpty("memory_megahertz"),
          .state = orEmpty("state"),
          .limits = orEmpty("limits")};
}

void readLine(const Json &json, Shard &shard) {
  if (json.contains("loaded"))
    return;
  if (json.contains("shard")) {
    json.at("driver").get_to(shard.cudaVersion);
    for (const Json &device : json.at("devices"))
      shard.devices.push_back(deviceFrom(device));
  } else if (json.contains("module")) {
    shard.files[json.at("module").get<std::uint64_t>()] = json.at("file").get<std::string>();
  } else if (json.contains("timed")) {
    shard.launches.at(json.at("timed").get<std::size_t>()).ran = ranFrom(json);
  } else if (json.contains("twins_of")) {
    shard.launches.at(json.at("twins_of").get<std::size_t>()).twins =
        SeenTwins{.coldNanoseconds = json.at("cold_ns").get<std::vector<std::vector<std::uint64_t>>>(),
                  .inL2Nanoseconds = json.at("l2_ns").get<std::vector<std::vector<std::uint64_t>>>(),
                  .refusal = json.at("refusal").get<std::string>()};
  } else if (json.contains("clock")) {
    shard.clocks.push_back(clockFrom(json));
  } else if (json.contains("note")) {
    shard.notes.push_back(json.at("note").get<std::string>());
  } else if (json.contains("error")) {
    if (shard.error.empty())
      json.at("error").get_to(shard.error);
  } else if (json.contains("end")) {
    shard.isComplete = true;
  } else {
    SeenLaunch launch = launchFrom(json);
    if (launch.device >= shard.devices.size())
      throw std::runtime_error(
          fmt::format("launch {} is on device {}, of which nothing was said", launch.order, launch.device));
    shard.launches.push_back(std::move(launch));
  }
}

/// The number in "shard-123.jsonl"; empty for other files.
std::optional<unsigned long> processOf(const fs::path &file) {
  constexpr std::string_view before = "shard-", after = ".jsonl";
  const std::string name = file.filename().string();
  if (name.size() < before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after))
    return std::nullopt;
  unsigned long process = 0;
  const char *first = name.data() + before.size(), *last = name.data() + name.size() - after.size();
  const auto [rest, error] = std::from_chars(first, last, process);
  return error == std::errc() && rest == last ? std::optional(process) : std::nullopt;
}

void append(Shard &to, Shard from) {
  const auto offset = static_cast<unsigned>(to.launches.size());
  const auto firstDevice = static_cast<unsigned>(to.devices.size());
  for (SeenLaunch &launch : from.launches) {
    launch.order += offset;
    launch.device += firstDevice;
    to.launches.push_back(std::move(launch));
  }
  std::ranges::move(from.devices, std::back_inserter(to.devices));
  std::ranges::move(from.clocks, std::back_inserter(to.clocks));
  to.cudaVersion = std::max(to.cudaVersion, from.cudaVersion);
  to.files.merge(from.files);
  for (std::string &note : from.notes)
    if (std::ranges::find(to.notes, note) == to.notes.end())
      to.notes.push_back(std::move(note));
  if (to.error.empty())
    to.error = std::move(from.error);
  to.isComplete &= from.isComplete;
}

} // namespace

const SeenLaunch *launchAt(const Shard &run, unsigned order, const std::string &mangled, const Dim3 &grid,
                           const Dim3 &block) {
  if (order >= run.launches.size())
    return nullptr;
  const SeenLaunch &seen = run.launches[order];
  return seen.mangled == mangled && seen.grid == grid && seen.block == block ? &seen : nullptr;
}

Shard shardFromLines(std::string_view text) {
  Shard shard;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      break; // cut off
    const Json json = Json::parse(text.substr(0, end), nullptr, /*allow_exceptions=*/false);
    text.remove_prefix(end + 1);
    try {
      if (json.is_discarded())
        throw std::runtime_error("no JSON");
      readLine(json, shard);
    } catch (const std::exception &error) {
      throw std::runtime_error(fmt::format("line {} is damaged: {}", number, error.what()));
    }
  }
  shard.isComplete &= text.empty();
  return shard;
}

std::optional<Shard> readShards(const fs::path &directory) {
  std::map<unsigned long, fs::path> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(directory))
    if (const auto process = processOf(entry.path()))
      files.emplace(*process, entry.path());
  std::optional<Shard> all;
  for (const auto &[process, file] : files) {
    Shard shard;
    try {
      shard = shardFromLines(readFile(file));
    } catch (const std::runtime_error &error) {
      throw std::runtime_error(fmt::format("'{}': {}", file.filename().string(), error.what()));
    }
    if (all)
      append(*all, std::move(shard));
    else
      all = std::move(shard);
  }
  return all;
}

} // namespace sectorscope::check
