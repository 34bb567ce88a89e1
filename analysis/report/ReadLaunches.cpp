// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ReadLaunches.h"

#include "report/JsonCursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sectorscope {
namespace {

constexpr const char *schemaName = "sectorscope-launches/1";

/// What a launch can pass, all its parameters together; and how many launches one entry can stand for.
constexpr std::size_t kMostParameterBytes = 32764;
constexpr std::uint64_t kMostTimes = std::uint64_t{1} << 53;

Dim3 shapeOf(const JsonCursor &from, const Dim3 &largest) {
  const std::vector<JsonCursor> axes = from.items();
  if (axes.empty() || axes.size() > 3)
    from.fail("needs one to three numbers");
  Dim3 shape{1, 1, 1};
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    shape[axis] = axes[axis].number<unsigned>();
  if (const std::string problem = shapeProblem(shape, largest); !problem.empty())
    from.fail(problem);
  return shape;
}

unsigned digitOf(char c, const JsonCursor &from) {
  if (c >= '0' && c <= '9')
    return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f')
    return static_cast<unsigned>(c - 'a') + 10;
  from.fail("expected hexadecimal digits, 0 to 9 and a to f");
}

std::vector<std::uint8_t> bytesOf(const JsonCursor &from) {
  const std::string text = from.text();
  if (text.size() % 2 != 0)
    from.fail("an odd number of hexadecimal digits");
  if (text.size() / 2 > kMostParameterBytes)
    from.fail(fmt::format("longer than a parameter can be, {} bytes", kMostParameterBytes));
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(digitOf(text[i], from) << 4 | digitOf(text[i + 1], from)));
  return bytes;
}

std::uint64_t residueOf(const JsonCursor &from) { return from["offset"].number<std::uint64_t>(0, pointerPeriod - 1); }

/// Null is a parameter of which nothing is known.
ObservedParameter parameterOf(const JsonCursor &from) {
  ObservedParameter parameter;
  if (from.isNull())
    return parameter;
  if (from.has("bytes"))
    parameter.bytes = bytesOf(from["bytes"]);
  if (from.has("pointer"))
    parameter.pointers[0] = residueOf(from["pointer"]);
  if (from.has("pointers"))
    for (const JsonCursor &pointer : from["pointers"].items()) {
      const auto at = pointer["at"].number<std::uint64_t>(0, kMostParameterBytes);
      if (!parameter.pointers.try_emplace(at, residueOf(pointer)).second)
        pointer["at"].fail("two pointers in one place");
    }
  return parameter;
}

/// Only a run can tell these.
bool isOfRun(const JsonCursor &entry) {
  return std::ranges::any_of(std::array{"times", "shared_bytes", "parameters"},
                             [&](const char *key) { return entry.has(key); });
}

ListedLaunch launchOf(const JsonCursor &entry, bool isObserved) {
  ListedLaunch launch;
  LaunchShape &shape = launch.shape;
  shape.origin = isObserved ? LaunchOrigin::Observed : LaunchOrigin::Option;
  shape.block = shapeOf(entry["block"], largestBlock);
  shape.grid = shapeOf(entry["grid"], largestGrid);
  if (entry.has("file"))
    shape.place.file = entry["file"].textOrNull();
  if (entry.has("line") && !entry["line"].isNull())
    shape.place.line = entry["line"].number<unsigned>();
  if (entry.has("arguments"))
    for (const auto &[name, value] : entry["arguments"].entries())
      if (value.isInteger())
        shape.arguments[name] = value.number<std::int64_t>();
  if (!isObserved)
    return launch;
  shape.times = entry.has("times") ? entry["times"].number<std::uint64_t>(1, kMostTimes) : 1;
  if (entry.has("order"))
    launch.order = entry["order"].number<std::uint64_t>();
  if (entry.has("parameters"))
    for (const JsonCursor &parameter : entry["parameters"].items())
      launch.parameters.push_back(parameterOf(parameter));
  return launch;
}

} // namespace

LaunchList readLaunches(const std::string &json, const std::string &file) {
  LaunchList list;
  const std::size_t slash = file.find_last_of('/');
  list.name = slash == std::string::npos ? file : file.substr(slash + 1);
  try {
    const auto document = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (document.is_discarded())
      throw std::runtime_error("no JSON document, or one that was cut off");
    const JsonCursor root(document);
    if (!root.has("schema") || root["schema"].text() != schemaName)
      throw std::runtime_error(fmt::format("its schema is not {}", schemaName));
    for (const JsonCursor &entry : root["launches"].items())
      list.byKernel[entry["mangled"].text()].push_back(launchOf(entry, root.has("program") || isOfRun(entry)));
  } catch (const std::exception &error) {
    throw std::runtime_error(
        fmt::format("{}: no list of launches: {}; see docs/launches.md for its form", file, error.what()));
  }
  return list;
}

} // namespace sectorscope
