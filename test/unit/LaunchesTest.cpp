// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Launches.h"
#include "adapter/Config.h"

#include <gtest/gtest.h>

using namespace sectorscope;

TEST(Launches, ReadsShapesAndIntegers) {
  const LaunchList list = parseLaunches(R"({"schema": "sectorscope-launches/1", "launches": [
      {"mangled": "_Z1kPf", "grid": [4], "block": [32, 8], "arguments": {"n": 100, "a": 0.5}, "file": "k.cu", "line": 9},
      {"mangled": "_Z1kPf", "grid": [1, 2, 3], "block": [64, 1, 1]}]})",
                                        "l.json");
  ASSERT_EQ(list.at("_Z1kPf").size(), 2U);
  const LaunchShape &first = list.at("_Z1kPf")[0];
  EXPECT_EQ(first.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(first.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(first.arguments, (std::map<std::string, std::int64_t>{{"n", 100}}));
  EXPECT_EQ(first.place.line, 9U);
  EXPECT_EQ(list.at("_Z1kPf")[1].grid, (Dim3{1, 2, 3}));
}

TEST(Launches, DamageIsOneLineThatNamesTheFileAndTheLaunch) {
  for (const char *text :
       {"", "[]", "{}", R"({"schema": "sectorscope-launches/2", "launches": []})",
        R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k"}]})",
        R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k", "grid": [0], "block": [1]}]})",
        R"({"schema": "sectorscope-launches/1", "launches": [{"mangled": "k", "grid": "x", "block": [1]}]})"})
    try {
      parseLaunches(text, "l.json");
      ADD_FAILURE() << text;
    } catch (const UsageError &error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 7), "l.json:") << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
}
