// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ChildPool.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sectorscope;

namespace {

namespace fs = std::filesystem;

ChildJob shell(const std::string &script, const std::string &output) {
  return {{"/bin/sh", "-c", script}, "/", output};
}

TEST(ChildPool, EndsAreTold) {
  std::vector<ChildResult> results(3);
  runJobs({shell("exit 7", "/dev/null"), shell("kill -9 $$", "/dev/null"), {{"/no/such"}, "/", "/dev/null"}}, 2,
          [&](const ChildResult &result) { results[result.job] = result; });
  EXPECT_EQ(results[0].exitCode, 7);
  EXPECT_EQ(results[1].signal, SIGKILL);
  EXPECT_EQ(results[2].exitCode, 127);
}

// Some parents leave it like that to what they start; children then end without a trace.
TEST(ChildPool, AParentThatIgnoresChildren) {
  ::signal(SIGCHLD, SIG_IGN);
  int code = 0;
  runJobs({shell("exit 7", "/dev/null")}, 1, [&](const ChildResult &result) { code = result.exitCode; });
  ::signal(SIGCHLD, SIG_DFL);
  EXPECT_EQ(code, 7);
}

/// The state of a process as /proc has it; 'Z' for one that is gone.
char stateOf(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/stat");
  std::string number, name;
  char state = 'Z';
  in >> number >> name >> state;
  return state;
}

TEST(ChildPool, ChildrenEndWithTheParent) {
  using namespace std::chrono_literals;
  std::string folder = (fs::temp_directory_path() / "sectorscope-test.XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string output = folder + "/out";
  const pid_t parent = ::fork();
  if (parent == 0) {
    runJobs({shell("echo $$; exec sleep 100", output)}, 1, [](const ChildResult &) {});
    ::_exit(0);
  }
  pid_t child = 0;
  for (int tries = 0; child == 0 && tries < 1000; ++tries) {
    std::ifstream(output) >> child;
    std::this_thread::sleep_for(10ms);
  }
  ASSERT_NE(child, 0);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  for (int tries = 0; stateOf(child) != 'Z' && tries < 1000; ++tries)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(stateOf(child), 'Z');
  fs::remove_all(folder);
}

} // namespace
