// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchesSeen.h"
#include "RunEvidence.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sectorscope::check {
namespace {

SeenLaunch launchOf(const std::string &mangled, unsigned grid = 1, const char *parameters = "[]") {
  SeenLaunch launch;
  launch.mangled = mangled;
  launch.grid = {grid, 1, 1};
  launch.block = {64, 1, 1};
  launch.parameters = nlohmann::json::parse(parameters);
  return launch;
}

Shard shardOf(std::vector<SeenLaunch> launches) {
  Shard shard;
  shard.devices = {{"NVIDIA H200", "sm_90"}};
  shard.launches = std::move(launches);
  for (std::size_t i = 0; i != shard.launches.size(); ++i)
    shard.launches[i].order = static_cast<unsigned>(i);
  return shard;
}

TEST(LaunchesSeen, AlikeOnesAreToldOnce) {
  const SeenLaunch f = launchOf("_Z1fi", 1, R"([{"bytes":"01000000"}])");
  SeenLaunch shape = f, shared = f, block = f;
  shape.grid = {1, 2, 1};
  shared.sharedBytes = 4;
  block.block = {64, 2, 1};
  const Shard shard = shardOf({f, launchOf("_Z1gi", 1, R"([{"bytes":"01000000"}])"), f, shape,
                               launchOf("_Z1fi", 1, R"([{"bytes":"02000000"}])"), shared, block, shape, f});
  std::vector<std::pair<unsigned, unsigned>> told;
  for (const auto &[first, times] : distinctLaunches(shard))
    told.emplace_back(first->order, times);
  EXPECT_EQ(told, (std::vector<std::pair<unsigned, unsigned>>{{0, 3}, {1, 1}, {3, 2}, {4, 1}, {5, 1}, {6, 1}}));
  EXPECT_TRUE(distinctLaunches(Shard()).empty());
}

TEST(LaunchesSeen, Json) {
  SeenLaunch first = launchOf("_Z1fPfi", 3, R"([{"pointer":{"offset":16}},{"bytes":"05000000"}])");
  first.sharedBytes = 128;
  EXPECT_EQ(launchesToJson(shardOf({first, launchOf("_Z1gv"), first}), "app", "580.1"),
            R"({"schema":"sectorscope-launches/1","program":"app","part":"NVIDIA H200","driver":"580.1",
"launches":[
{"order":0,"mangled":"_Z1fPfi","grid":[3,1,1],"block":[64,1,1],"shared_bytes":128,"times":2,"parameters":[{"pointer":{"offset":16}},{"bytes":"05000000"}]},
{"order":1,"mangled":"_Z1gv","grid":[1,1,1],"block":[64,1,1],"shared_bytes":0,"times":1,"parameters":[]}]}
)");
  EXPECT_EQ(launchesToJson(Shard(), "app", ""),
            R"({"schema":"sectorscope-launches/1","program":"app","part":"","driver":"",
"launches":[]}
)");
}

TEST(LaunchesSeen, EveryPartIsNamedOnce) {
  Shard shard = shardOf({launchOf("_Z1fv"), launchOf("_Z1fv"), launchOf("_Z1fv"), launchOf("_Z1fv")});
  shard.devices = {{"NVIDIA H200 NVL", "sm_90"}, {"NVIDIA H200", "sm_90"}, {"NVIDIA L4", "sm_89"}};
  for (unsigned i = 0; i != 4; ++i)
    shard.launches[i].device = i / 2; // nothing ran on the third
  EXPECT_NE(launchesToJson(shard, "app", "").find("\"part\":\"NVIDIA H200 NVL, NVIDIA H200\""), std::string::npos);
}

SeenLaunch counted(SeenLaunch launch, const char *counter, double value) {
  launch.isCounted = true;
  launch.counters = {{counter, value}};
  return launch;
}

TEST(AddCounters, ByPlaceInTheRun) {
  Shard shard = shardOf({counted(launchOf("_Z1fv"), "a", 1), launchOf("_Z1fv"), counted(launchOf("_Z1gv"), "a", 2)});
  const Shard whole = shardOf(
      {counted(launchOf("_Z1fv"), "b", 3), counted(launchOf("_Z1fv"), "b", 4), counted(launchOf("_Z1gv"), "b", 5)});
  EXPECT_EQ(addCounters(shard, whole), 0u);
  EXPECT_EQ(shard.launches[0].counters, (std::map<std::string, double>{{"a", 1}, {"b", 3}}));
  EXPECT_TRUE(shard.launches[1].counters.empty()); // was not counted, and is not compared
  EXPECT_EQ(shard.launches[2].counters, (std::map<std::string, double>{{"a", 2}, {"b", 5}}));
}

// The padding of structs is whatever the stack held.
TEST(AddCounters, ParametersMayDiffer) {
  Shard shard = shardOf({counted(launchOf("_Z1fv", 1, R"([{"bytes":"00"}])"), "a", 1)});
  EXPECT_EQ(addCounters(shard, shardOf({counted(launchOf("_Z1fv", 1, R"([{"bytes":"ff"}])"), "b", 3)})), 0u);
}

TEST(AddCounters, AnotherRunThatDidOtherThings) {
  const SeenLaunch f = counted(launchOf("_Z1fv"), "b", 3), g = counted(launchOf("_Z1gv"), "b", 3),
                   wide = counted(launchOf("_Z1fv", 2), "b", 3);
  SeenLaunch block = f;
  block.block = {32, 1, 1};
  for (const Shard &whole :
       {shardOf({g}), shardOf({wide}), shardOf({block}), shardOf({launchOf("_Z1fv")}), shardOf({})}) {
    Shard shard = shardOf({counted(launchOf("_Z1fv"), "a", 1)});
    EXPECT_EQ(addCounters(shard, whole), 1u);
    EXPECT_EQ(shard.launches[0].counters, (std::map<std::string, double>{{"a", 1}}));
  }
  // In another order, and one fewer.
  Shard shard = shardOf(
      {counted(launchOf("_Z1fv"), "a", 1), counted(launchOf("_Z1gv"), "a", 1), counted(launchOf("_Z1gv"), "a", 1)});
  EXPECT_EQ(addCounters(shard, shardOf({g, f})), 3u);
  EXPECT_EQ(addCounters(shard, shardOf({f, f})), 2u);
}

Record recordOf(const std::vector<std::pair<std::string, std::vector<unsigned>>> &kernels) {
  Record record;
  for (const auto &[mangled, orders] : kernels) {
    KernelRecord &kernel = record.kernels.emplace_back();
    kernel.mangled = mangled;
    for (const unsigned order : orders) {
      Launch launch;
      launch.order = order;
      launch.grid = {1, 1, 1};
      launch.block = {64, 1, 1};
      kernel.launches.push_back(launch);
    }
  }
  return record;
}

std::string keepError(Record record, const Shard &run) {
  try {
    keepDistinct(record, run);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "no error";
}

TEST(KeepDistinct, LeavesTheFirstOfEachKind) {
  Record record = recordOf({{"_Z1fv", {0, 2, 3}}, {"_Z1gv", {1, 4}}});
  const SeenLaunch f = launchOf("_Z1fv"), g = launchOf("_Z1gv"), other = launchOf("_Z1fv", 1, R"([{"bytes":"07"}])");
  keepDistinct(record, shardOf({f, g, f, other, g}));
  EXPECT_EQ(record, recordOf({{"_Z1fv", {0, 3}}, {"_Z1gv", {1}}}));
}

TEST(KeepDistinct, OtherRunsAreRefused) {
  const SeenLaunch f = launchOf("_Z1fv"), g = launchOf("_Z1gv");
  const Record record = recordOf({{"_Z1fv", {0}}, {"_Z1gv", {1}}});
  EXPECT_EQ(keepError(record, shardOf({f, g})), "no error");
  EXPECT_EQ(keepError(record, shardOf({f, g, g})),
            "two runs of the program did not launch the same (3 launches, 2 under the profiler): confirm without "
            "--with=ncu");
  for (const Shard &run : {shardOf({g, f}), shardOf({f}), shardOf({}), shardOf({f, launchOf("_Z1gv", 2)})})
    EXPECT_NE(keepError(record, run), "no error");
  EXPECT_NE(keepError(Record(), shardOf({f})), "no error");
}

} // namespace
} // namespace sectorscope::check
