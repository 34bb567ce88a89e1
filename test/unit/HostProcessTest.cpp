// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/HostProcess.h"
#include "pass/HostLlvm.h"

#include "llvm/Config/llvm-config.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace sectorscope;

namespace {

using Args = std::vector<std::string>;

TEST(HostProcess, HighestArchitectureSpeaks) {
  const Args two = {"clang++", "--cuda-gpu-arch=sm_80", "--cuda-gpu-arch=sm_90", "-c", "k.cu"};
  EXPECT_FALSE(speaksForAllArchs(two, "sm_80"));
  EXPECT_TRUE(speaksForAllArchs(two, "sm_90"));
  const Args list = {"clang++", "--offload-arch=sm_80,sm_100,sm_90a"};
  EXPECT_FALSE(speaksForAllArchs(list, "sm_90a"));
  EXPECT_TRUE(speaksForAllArchs(list, "sm_100"));
}

TEST(HostProcess, WhoIsNotListedSpeaks) {
  EXPECT_TRUE(speaksForAllArchs({}, "sm_52"));
  EXPECT_TRUE(speaksForAllArchs({"opt", "k.ll"}, "sm_90"));
  EXPECT_TRUE(speaksForAllArchs({"clang++", "--cuda-gpu-arch=sm_90"}, "sm_80"));
}

TEST(HostProcess, SystemFoldersComeFromTheOptions) {
  const auto folders = systemFoldersOf(
      {{"clang", "-cc1", "-internal-isystem", "/opt/gcc/lib/../include", "-I", "/mine", "-isystem", "/their"}, {}});
  const auto has = [&](const char *folder) {
    return std::find(folders.begin(), folders.end(), folder) != folders.end();
  };
  EXPECT_TRUE(has("/opt/gcc/include"));
  EXPECT_TRUE(has("/their"));
  EXPECT_TRUE(has("/usr/include"));
  EXPECT_FALSE(has("/mine"));
}

TEST(HostProcess, KnowsItsOwnLlvmAndCommandLine) {
  // The tests link the LLVM they are built for.
  EXPECT_EQ(hostLlvmMajor(), unsigned{LLVM_VERSION_MAJOR});
  EXPECT_FALSE(hostCommandLine().own.empty());
}

} // namespace
