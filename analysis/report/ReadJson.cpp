// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ReadJson.h"

#include "report/JsonDocument.h"
#include "report/JsonKernel.h"
#include "report/JsonPlaces.h"

namespace sectorscope {

namespace {

LaunchOrigin readOrigin(const JsonCursor &from) {
  const std::string name = from.text();
  for (const LaunchOrigin origin : {LaunchOrigin::Option, LaunchOrigin::Observed, LaunchOrigin::Attribute,
                                    LaunchOrigin::HostCode, LaunchOrigin::Assumed})
    if (name == toString(origin))
      return origin;
  from.fail("'" + name + "' is no origin of a launch");
}

LaunchShape readLaunch(const JsonCursor &from) {
  LaunchShape launch;
  launch.origin = readOrigin(from["origin"]);
  launch.place = readPlace(from);
  launch.grid = readDim3(from["grid"], largestGrid);
  launch.block = readDim3(from["block"], largestBlock);
  if (!launch.block && launch.origin != LaunchOrigin::Option)
    from["block"].fail("only a launch of an option has none");
  for (const auto &[name, value] : from["arguments"].entries())
    launch.arguments[name] = value.number<std::int64_t>();
  for (const auto &[name, of] : from["multiples"].entries())
    launch.multiples[name] = of.number<std::uint64_t>(1, 1U << 30);
  if (from.has("pointers"))
    for (const auto &[name, residue] : from["pointers"].entries())
      launch.pointers[name] = residue.number<std::uint64_t>(0, pointerPeriod - 1);
  if (from.has("times"))
    launch.times = from["times"].number<std::uint64_t>(1);
  return launch;
}

Kernel readKernel(const JsonCursor &from) {
  Kernel kernel;
  kernel.name = from["name"].text();
  kernel.mangled = from["mangled"].text();
  kernel.place = readPlace(from);
  kernel.notAnalysed = readNotAnalysed(from["not_analysed"]);
  readKernelSource(from["source"], kernel);
  return kernel;
}

AuditedUnit readUnit(const JsonCursor &from) {
  AuditedUnit unit;
  unit.sourceFile = from["source_file"].text();
  unit.arch = from["arch"].text();
  unit.profileName = from["profile"].text();
  unit.profileNote = from["profile_note"].textOrNull();
  unit.llvmVersion = from["llvm"].text();
  unit.unoptimised = from["unoptimised"].flag();
  unit.pointerAlignment = from["pointer_alignment"].number<std::uint64_t>(1);
  if ((unit.pointerAlignment & (unit.pointerAlignment - 1)) != 0)
    from["pointer_alignment"].fail("expected a power of two");
  unit.trafficEffort = from["traffic_effort"].number<std::size_t>();
  for (const std::string &rule : from["disabled_rules"].texts())
    unit.disabledRules.insert(rule);
  unit.notes = from["notes"].texts();
  if (from.has("launch_notes"))
    unit.launchNotes = from["launch_notes"].texts();
  unit.kernels = from["kernels"].number<std::size_t>();
  return unit;
}

} // namespace

std::vector<ReadUnit> readJsonReport(const std::string &json) {
  const auto document = parseDocument(json, reportSchema);
  const JsonCursor root(document);
  if (!root.has("units"))
    throw std::runtime_error("was written by an older version, without what another audit needs");

  const std::vector<JsonCursor> kernels = root["kernels"].items();
  std::vector<ReadUnit> units;
  std::size_t next = 0;
  for (const JsonCursor &item : root["units"].items()) {
    ReadUnit &read = units.emplace_back();
    read.unit = readUnit(item);
    if (read.unit.kernels > kernels.size() - next)
      item["kernels"].fail("more than the report has");
    read.program.sourceFile = read.unit.sourceFile;
    read.program.arch = read.unit.arch;
    read.program.llvmVersion = read.unit.llvmVersion;
    read.program.unoptimised = read.unit.unoptimised;
    for (std::size_t i = 0; i < read.unit.kernels; ++i, ++next) {
      const Kernel &kernel = read.program.kernels.emplace_back(readKernel(kernels[next]));
      std::vector<LaunchShape> &launches = read.launches[kernel.mangled];
      for (const JsonCursor &launch : kernels[next]["launches"].items())
        launches.push_back(readLaunch(launch));
      if (launches.empty())
        kernels[next]["launches"].fail("expected at least one");
    }
  }
  if (next != kernels.size())
    root["units"].fail("have " + std::to_string(next) + " kernels, the report has " + std::to_string(kernels.size()));
  return units;
}

} // namespace sectorscope
