// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Launches.h"

#include "adapter/Config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sectorscope {
namespace {

Dim3 dim3Of(const nlohmann::json &value, const char *what) {
  const auto shape = value.at(what).get<std::vector<std::uint64_t>>();
  Dim3 result{1, 1, 1};
  if (shape.empty() || shape.size() > 3)
    throw std::runtime_error(fmt::format("{} needs one to three numbers", what));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 1 || shape[i] > 0x7fffffff)
      throw std::runtime_error(fmt::format("{} of {} is out of range", what, shape[i]));
    result[i] = static_cast<unsigned>(shape[i]);
  }
  const std::string problem = shapeProblem(result, std::string_view(what) == "block" ? largestBlock : largestGrid);
  if (!problem.empty())
    throw std::runtime_error(fmt::format("{} {}", what, problem));
  return result;
}

LaunchShape launchOf(const nlohmann::json &entry) {
  LaunchShape launch;
  launch.origin = LaunchOrigin::Option;
  launch.block = dim3Of(entry, "block");
  launch.grid = dim3Of(entry, "grid");
  launch.place.file = entry.value("file", std::string());
  launch.place.line = entry.value("line", 0U);
  if (entry.contains("arguments"))
    for (const auto &[name, value] : entry.at("arguments").items())
      if (value.is_number_integer())
        launch.arguments[name] = value.get<std::int64_t>();
  return launch;
}

} // namespace

LaunchList parseLaunches(const std::string &json, const std::string &file) {
  LaunchList launches;
  std::size_t number = 0;
  try {
    const auto document = nlohmann::json::parse(json);
    if (document.value("schema", std::string()) != "sectorscope-launches/1")
      throw std::runtime_error("its schema is not sectorscope-launches/1");
    for (const auto &entry : document.at("launches")) {
      ++number;
      launches[entry.at("mangled").get<std::string>()].push_back(launchOf(entry));
    }
  } catch (const std::exception &error) {
    throw UsageError(fmt::format("{}: no list of launches{}: {}; see docs/launches.md for its form", file,
                                 number ? fmt::format(" (launch {})", number) : "", error.what()));
  }
  return launches;
}

} // namespace sectorscope
