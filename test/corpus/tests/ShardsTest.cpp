// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shards.h"
#include "Process.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sectorscope::check {
namespace {

const std::string head = R"({"loaded":1})"
                         "\n"
                         R"({"shard":1,"driver":13000,"devices":[{"name":"NVIDIA H200","arch":"sm_90"}]})"
                         "\n";
const std::string end = "{\"end\":1}\n";

/// A line that tells a launch of _Z1fPf; \p more begins with a comma.
std::string launchLine(unsigned order, const std::string &more = "", unsigned device = 0) {
  return R"({"order":)" + std::to_string(order) + R"(,"device":)" + std::to_string(device) +
         R"(,"mangled":"_Z1fPf","grid":[2,3,1],"block":[64,1,1],"shared_bytes":48,"parameters":[{"pointer":{"offset":16}}])" +
         more + "}\n";
}

std::string errorOf(const std::string &text) {
  try {
    shardFromLines(text);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "no error";
}

TEST(Shards, EveryKindOfLine) {
  const Shard shard = shardFromLines(
      head + R"({"module":77,"file":"module-77.cubin"})" + "\n" +
      launchLine(
          0, R"(,"instructions":[{"crc":77,"function":"_Z1fPf","pc":16,"values":{"a":3,"b":18446744073709551615}}])") +
      launchLine(1, R"(,"counters":{"dram__sectors_read.sum":224,"ratio":0.5})") +
      launchLine(2, R"(,"failed":"CUDA_ERROR_ILLEGAL_ADDRESS")") + launchLine(3) +
      R"({"note":"graphs are not counted"})" + "\n" + end);
  EXPECT_EQ(shard.cudaVersion, 13000u);
  EXPECT_EQ(shard.devices, (std::vector<Device>{{"NVIDIA H200", "sm_90"}}));
  EXPECT_EQ(shard.files, (std::map<std::uint64_t, std::string>{{77, "module-77.cubin"}}));
  EXPECT_EQ(shard.notes, std::vector<std::string>{"graphs are not counted"});
  EXPECT_EQ(shard.error, "");
  EXPECT_TRUE(shard.isComplete);
  ASSERT_EQ(shard.launches.size(), 4u);

  const SeenLaunch &counted = shard.launches[0];
  EXPECT_EQ(counted.order, 0u);
  EXPECT_EQ(counted.device, 0u);
  EXPECT_EQ(counted.mangled, "_Z1fPf");
  EXPECT_EQ(counted.grid, (Dim3{2, 3, 1}));
  EXPECT_EQ(counted.block, (Dim3{64, 1, 1}));
  EXPECT_EQ(counted.sharedBytes, 48u);
  EXPECT_EQ(counted.parameters.dump(), R"([{"pointer":{"offset":16}}])");
  EXPECT_TRUE(counted.isCounted);
  ASSERT_EQ(counted.instructions.size(), 1u);
  EXPECT_EQ(counted.instructions[0].module, 77u);
  EXPECT_EQ(counted.instructions[0].function, "_Z1fPf");
  EXPECT_EQ(counted.instructions[0].offset, 16u);
  EXPECT_EQ(counted.instructions[0].values.at("a"), 3u);
  EXPECT_EQ(counted.instructions[0].values.at("b"), 18446744073709551615u);

  EXPECT_TRUE(shard.launches[1].isCounted);
  EXPECT_EQ(shard.launches[1].counters,
            (std::map<std::string, double>{{"dram__sectors_read.sum", 224}, {"ratio", 0.5}}));
  EXPECT_FALSE(shard.launches[2].isCounted);
  EXPECT_EQ(shard.launches[2].failure, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_FALSE(shard.launches[3].isCounted);
  EXPECT_EQ(shard.launches[3].failure, "");
}

TEST(Shards, FirstErrorIsKept) {
  const Shard shard =
      shardFromLines(head + "{\"error\":\"no permission\"}\n{\"error\":\"later\"}\n" + launchLine(0) + end);
  EXPECT_EQ(shard.error, "no permission");
  EXPECT_EQ(shard.launches.size(), 1u);
  EXPECT_TRUE(shard.isComplete);
}

TEST(Shards, InstructionsOfNothingAreNotCounted) {
  EXPECT_FALSE(shardFromLines(head + launchLine(0, R"(,"instructions":[])")).launches[0].isCounted);
}

// What a crash leaves: all whole lines count, wherever the last one is cut.
TEST(Shards, CutOffLastLineIsIncomplete) {
  const std::string whole = head + launchLine(0) + launchLine(1);
  EXPECT_FALSE(shardFromLines(whole).isComplete);
  EXPECT_TRUE(shardFromLines(whole + end).isComplete);
  for (std::size_t size = 0; size != whole.size(); ++size) {
    const Shard cut = shardFromLines(whole.substr(0, size));
    EXPECT_FALSE(cut.isComplete) << size;
    EXPECT_EQ(cut.launches.size(), size < head.size() + launchLine(0).size() ? 0u : 1u) << size;
  }
  // Another thread was still writing when the process ended.
  EXPECT_FALSE(shardFromLines(whole + end + "{\"order\":2,").isComplete);
}

TEST(Shards, NothingIsIncomplete) {
  const Shard shard = shardFromLines("");
  EXPECT_FALSE(shard.isComplete);
  EXPECT_TRUE(shard.launches.empty());
}

TEST(Shards, DamagedLineIsNamed) {
  EXPECT_EQ(errorOf(head + launchLine(0).substr(0, 30) + "\n" + launchLine(1) + end), "line 3 is damaged: no JSON");
  EXPECT_TRUE(errorOf(head + launchLine(0) + "{\"order\":1}\n" + end).starts_with("line 4 is damaged: "));
  for (const char *line : {"1", "[]", "null", "\"loaded\"", "{}", R"({"shard":1})", R"({"module":"x","file":1})",
                           R"({"shard":1,"driver":13000,"devices":[{"name":"A"}]})", R"({"note":1})"})
    EXPECT_TRUE(errorOf(std::string(line) + "\n").starts_with("line 1 is damaged: ")) << line;
  std::string twoAxes = launchLine(0);
  twoAxes.replace(twoAxes.find("[2,3,1]"), 7, "[2,3]");
  EXPECT_TRUE(errorOf(head + twoAxes).starts_with("line 3 is damaged: "));
}

TEST(Shards, MessagesAreOneLine) { EXPECT_EQ(errorOf("{\"order\":1}\n").find('\n'), std::string::npos); }

TEST(Shards, LaunchOnADeviceOfWhichNothingWasSaid) {
  EXPECT_EQ(errorOf(head + launchLine(5, "", 1)),
            "line 3 is damaged: launch 5 is on device 1, of which nothing was said");
  EXPECT_TRUE(errorOf(launchLine(0)).starts_with("line 1 is damaged: launch 0 is on device 0"));
}

TEST(Shards, EmptyDirectory) {
  const TemporaryDirectory directory;
  EXPECT_FALSE(readShards(directory.path()));
}

TEST(Shards, OtherFilesAreIgnored) {
  const TemporaryDirectory directory;
  for (const char *name : {"module-77.cubin", "shard-1.jsonl.part", "shard-1.json", "shard-one.jsonl", "shard-.jsonl",
                           "shard-1x.jsonl", "my-shard-1.jsonl", "errors"})
    writeFile(directory.path() / name, "no shard\n");
  EXPECT_FALSE(readShards(directory.path()));
  writeFile(directory.path() / "shard-0.jsonl", head + launchLine(0) + end);
  const auto shard = readShards(directory.path());
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->launches.size(), 1u);
  EXPECT_TRUE(shard->isComplete);
}

// The program forked: its processes are told one after the other, by number and not by name.
TEST(Shards, ProcessesAreJoined) {
  const std::string otherHead =
      R"({"shard":1,"driver":12090,"devices":[{"name":"A","arch":"sm_80"},{"name":"B","arch":"sm_90"}]})"
      "\n";
  const TemporaryDirectory directory;
  writeFile(directory.path() / "shard-9.jsonl", head + "{\"module\":1,\"file\":\"a\"}\n{\"note\":\"n\"}\n" +
                                                    launchLine(0) + launchLine(1, R"(,"counters":{"c":1})") + end);
  writeFile(directory.path() / "shard-10.jsonl",
            otherHead + "{\"module\":2,\"file\":\"b\"}\n{\"note\":\"n\"}\n{\"note\":\"m\"}\n{\"error\":\"e\"}\n" +
                launchLine(0, "", 1) + launchLine(1, "", 0) + end);
  writeFile(directory.path() / "shard-11.jsonl", "{\"loaded\":1}\n" + end); // never launched anything
  writeFile(directory.path() / "shard-100.jsonl", head + launchLine(0) + end);
  const Shard all = readShards(directory.path()).value();
  EXPECT_EQ(all.cudaVersion, 13000u);
  EXPECT_EQ(all.devices,
            (std::vector<Device>{{"NVIDIA H200", "sm_90"}, {"A", "sm_80"}, {"B", "sm_90"}, {"NVIDIA H200", "sm_90"}}));
  EXPECT_EQ(all.files, (std::map<std::uint64_t, std::string>{{1, "a"}, {2, "b"}}));
  EXPECT_EQ(all.notes, (std::vector<std::string>{"n", "m"}));
  EXPECT_EQ(all.error, "e");
  EXPECT_TRUE(all.isComplete);
  std::vector<unsigned> orders, devices;
  for (const SeenLaunch &launch : all.launches) {
    orders.push_back(launch.order);
    devices.push_back(launch.device);
  }
  EXPECT_EQ(orders, (std::vector<unsigned>{0, 1, 2, 3, 4}));
  EXPECT_EQ(devices, (std::vector<unsigned>{0, 0, 2, 1, 3}));
  EXPECT_TRUE(all.launches[1].isCounted);
}

TEST(Shards, OneProcessThatCrashedMakesTheRunIncomplete) {
  for (const char *crashed : {"shard-1.jsonl", "shard-2.jsonl"}) {
    const TemporaryDirectory directory;
    writeFile(directory.path() / "shard-1.jsonl", head + launchLine(0) + end);
    writeFile(directory.path() / "shard-2.jsonl", head + launchLine(0) + end);
    writeFile(directory.path() / crashed, head + launchLine(0));
    EXPECT_FALSE(readShards(directory.path())->isComplete) << crashed;
  }
}

TEST(Shards, DamagedFileIsNamed) {
  const TemporaryDirectory directory;
  writeFile(directory.path() / "shard-1.jsonl", head + end);
  writeFile(directory.path() / "shard-2.jsonl", head + "damage\n" + end);
  try {
    readShards(directory.path());
    FAIL() << "no error";
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(), "'shard-2.jsonl': line 3 is damaged: no JSON");
  }
}

} // namespace
} // namespace sectorscope::check
