// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Launches.h"

#include "Process.h"

#include <nlohmann/json.hpp>

namespace sectorscope::witness {

std::vector<CorpusLaunch> corpusLaunches(const std::filesystem::path &launchesJson) {
  std::vector<CorpusLaunch> launches;
  const nlohmann::json document = nlohmann::json::parse(check::readFile(launchesJson));
  for (const nlohmann::json &entry : document.at("launches")) {
    CorpusLaunch launch;
    entry.at("file").get_to(launch.file);
    entry.at("mangled").get_to(launch.mangled);
    entry.at("grid").get_to(launch.grid);
    entry.at("block").get_to(launch.block);
    entry.at("buffers").get_to(launch.buffers);
    for (const auto &[name, value] : entry.at("arguments").items())
      if (value.is_number_integer())
        launch.integers[name] = value.get<std::int64_t>();
      else
        launch.reals[name] = value.get<double>();
    launches.push_back(std::move(launch));
  }
  return launches;
}

std::uint8_t byteOfIndex(std::uint64_t offset) {
  const std::uint64_t element = (offset / 4 * 40503 + 12345) & 0xffff;
  return static_cast<std::uint8_t>(element >> (8 * (offset % 4)));
}

} // namespace sectorscope::witness
