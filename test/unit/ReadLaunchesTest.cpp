// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ReadLaunches.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sectorscope {
namespace {

/// A list of one launch with these keys besides kernel, grid and block.
std::string listOf(const std::string &keys) {
  return R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k", "grid": [1], "block": [32], )" + keys +
         "}]}";
}

ListedLaunch launchWith(const std::string &keys) { return readLaunches(listOf(keys), "l.json").byKernel.at("k").at(0); }

std::string complaint(const std::string &json) {
  try {
    readLaunches(json, "runs/l.json");
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "";
}

TEST(ReadLaunches, ReadsShapesAndIntegers) {
  const LaunchList list = readLaunches(R"({"schema": "sectorscope-launches/1", "launches": [
      {"mangled": "_Z1kPf", "grid": [4], "block": [32, 8], "arguments": {"n": 100, "a": 0.5}, "file": "k.cu", "line": 9},
      {"mangled": "_Z1kPf", "grid": [1, 2, 3], "block": [64, 1, 1]}]})",
                                       "runs/l.json");
  EXPECT_EQ(list.name, "l.json");
  ASSERT_EQ(list.byKernel.at("_Z1kPf").size(), 2U);
  const LaunchShape &first = list.byKernel.at("_Z1kPf")[0].shape;
  EXPECT_EQ(first.origin, LaunchOrigin::Option);
  EXPECT_EQ(first.times, 0U);
  EXPECT_EQ(first.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(first.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(first.arguments, (std::map<std::string, std::int64_t>{{"n", 100}}));
  EXPECT_EQ(first.place.line, 9U);
  EXPECT_EQ(list.byKernel.at("_Z1kPf")[1].shape.grid, (Dim3{1, 2, 3}));
}

TEST(ReadLaunches, WhatOnlyARunCanTellIsObserved) {
  for (const char *keys : {R"("times": 1)", R"("shared_bytes": 0)", R"("parameters": [])"}) {
    EXPECT_EQ(launchWith(keys).shape.origin, LaunchOrigin::Observed) << keys;
    EXPECT_EQ(launchWith(keys).shape.times, 1U) << keys;
  }
  EXPECT_EQ(launchWith(R"("order": 7)").shape.origin, LaunchOrigin::Option);
  EXPECT_EQ(readLaunches(R"({"schema": "sectorscope-launches/1", "program": "app", "launches": [
                             {"mangled": "k", "grid": [1], "block": [32]}]})",
                         "l.json")
                .byKernel.at("k")
                .at(0)
                .shape.origin,
            LaunchOrigin::Observed);
  const ListedLaunch launch = launchWith(R"("order": 7, "times": 3, "parameters": [
      {"pointer": {"offset": 16}}, {"bytes": "0000803f"}, null,
      {"bytes": "ff00000000000000000000000000000001020304", "pointers": [{"at": 8, "offset": 240}]}])");
  EXPECT_EQ(launch.order, 7U);
  EXPECT_EQ(launch.shape.times, 3U);
  ASSERT_EQ(launch.parameters.size(), 4U);
  EXPECT_EQ(launch.parameters[0].pointers, (std::map<std::uint64_t, std::uint64_t>{{0, 16}}));
  EXPECT_TRUE(launch.parameters[0].bytes.empty());
  EXPECT_EQ(launch.parameters[1].bytes, (std::vector<std::uint8_t>{0, 0, 0x80, 0x3f}));
  EXPECT_TRUE(launch.parameters[2].bytes.empty() && launch.parameters[2].pointers.empty());
  EXPECT_EQ(launch.parameters[3].bytes.size(), 20U);
  EXPECT_EQ(launch.parameters[3].bytes.back(), 4U);
  EXPECT_EQ(launch.parameters[3].pointers, (std::map<std::uint64_t, std::uint64_t>{{8, 240}}));
}

TEST(ReadLaunches, DamageIsOneLineThatNamesTheFileAndThePlace) {
  for (const auto &[json, what] : std::initializer_list<std::pair<std::string, std::string>>{
           {"", "no JSON document, or one that was cut off"},
           {listOf(R"("times": 2)").substr(0, 70), "no JSON document, or one that was cut off"},
           {"[]", "its schema is not sectorscope-launches/1"},
           {R"({"schema": "sectorscope-launches/2", "launches": []})", "its schema is not sectorscope-launches/1"},
           {R"({"schema": "sectorscope-launches/1"})", "'launches' is missing"},
           {R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k"}]})",
            "launches[0]: 'block' is missing"},
           {R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k", "grid": [0], "block": [1]}]})",
            "launches[0].grid: has an axis of 0"},
           {R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k", "grid": "x", "block": [1]}]})",
            "launches[0].grid: expected a list"},
           {listOf(R"("times": -3)"), "launches[0].times: expected a whole number from 1 to 9007199254740992"},
           {listOf(R"("times": 0)"), "launches[0].times: expected a whole number from 1 to 9007199254740992"},
           {listOf(R"("parameters": [{"bytes": "0g"}])"),
            "launches[0].parameters[0].bytes: expected hexadecimal digits, 0 to 9 and a to f"},
           {listOf(R"("parameters": [null, {"bytes": "012"}])"),
            "launches[0].parameters[1].bytes: an odd number of hexadecimal digits"},
           {listOf(R"("parameters": [{"bytes": ")" + std::string(70000, '0') + R"("}])"),
            "launches[0].parameters[0].bytes: longer than a parameter can be, 32764 bytes"},
           {listOf(R"("parameters": [{"bytes": 12}])"), "launches[0].parameters[0].bytes: expected a text"},
           {listOf(R"("parameters": [{"pointer": {"offset": 256}}])"),
            "launches[0].parameters[0].pointer.offset: expected a whole number from 0 to 255"},
           {listOf(R"("parameters": [{"pointers": [{"at": 0, "offset": 0}, {"at": 0, "offset": 1}]}])"),
            "launches[0].parameters[0].pointers[1].at: two pointers in one place"},
           {listOf(R"("parameters": {})"), "launches[0].parameters: expected a list"}})
    EXPECT_EQ(complaint(json), "runs/l.json: no list of launches: " + what + "; see docs/launches.md for its form");
}

} // namespace
} // namespace sectorscope
