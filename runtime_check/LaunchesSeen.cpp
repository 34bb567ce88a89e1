// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tells launches that are alike once.

#include "LaunchesSeen.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace sectorscope::check {

bool isAlike(const SeenLaunch &a, const SeenLaunch &b) {
  return a.mangled == b.mangled && a.grid == b.grid && a.block == b.block && a.sharedBytes == b.sharedBytes &&
         a.parameters == b.parameters;
}

std::vector<DistinctLaunch> distinctLaunches(const Shard &shard) {
  std::vector<DistinctLaunch> distinct;
  std::map<std::tuple<std::string, Dim3, Dim3, unsigned, std::string>, std::size_t> known;
  for (const SeenLaunch &launch : shard.launches) {
    const auto [it, isNew] = known.try_emplace(
        {launch.mangled, launch.grid, launch.block, launch.sharedBytes, launch.parameters.dump()}, distinct.size());
    if (isNew)
      distinct.push_back({&launch, 0});
    ++distinct[it->second].times;
  }
  return distinct;
}

std::string launchesToJson(const Shard &shard, const std::string &program, const std::string &driver) {
  using Json = nlohmann::ordered_json;
  std::vector<std::string> parts;
  for (const SeenLaunch &launch : shard.launches)
    if (const std::string &name = shard.devices.at(launch.device).name; std::ranges::find(parts, name) == parts.end())
      parts.push_back(name);
  const Json head = {{"schema", "sectorscope-launches/1"},
                     {"program", program},
                     {"part", fmt::format("{}", fmt::join(parts, ", "))},
                     {"driver", driver}};
  std::string text = head.dump();
  text.pop_back(); // the launches follow inside the same object
  text += ",\n\"launches\":[";
  const char *separator = "\n";
  for (const auto &[launch, times] : distinctLaunches(shard)) {
    const Json json = {{"order", launch->order},          {"mangled", launch->mangled},          {"grid", launch->grid},
                       {"block", launch->block},          {"shared_bytes", launch->sharedBytes}, {"times", times},
                       {"parameters", launch->parameters}};
    text += separator + json.dump();
    separator = ",\n";
  }
  return text + "]}\n";
}

} // namespace sectorscope::check
