// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/OutputFile.h"
#include "adapter/Config.h"
#include "adapter/Project.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace sectorscope;

namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, empty.
class OutputFile : public testing::Test {
protected:
  OutputFile()
      : folder(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name() /
               std::to_string(::getpid())) {
    fs::create_directories(folder);
  }
  ~OutputFile() override { fs::remove_all(folder); }

  std::string at(const std::string &name) const { return (folder / name).string(); }
  auto filesThere() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }

  const fs::path folder;
};

TEST_F(OutputFile, IsThereWholeOrNotAtAll) {
  writeWholeFile(at("report"), "before");
  EXPECT_THROW(streamWholeFile(at("report"),
                               [](std::ostream &out) {
                                 out << "half";
                                 throw UsageError("no more");
                               }),
               UsageError);
  EXPECT_EQ(readFile(at("report")), "before");
  streamWholeFile(at("report"), [](std::ostream &out) { out << "after"; });
  EXPECT_EQ(readFile(at("report")), "after");
  EXPECT_EQ(filesThere(), 1);
}

TEST_F(OutputFile, ALinkStays) {
  writeWholeFile(at("report"), "before");
  fs::create_symlink("report", at("link"));
  writeWholeFile(at("link"), "after");
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(readFile(at("report")), "after");
}

TEST_F(OutputFile, APipeIsWrittenAndStays) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  const int pipe = ::open(at("pipe").c_str(), O_RDWR | O_NONBLOCK); // so that nobody waits for another end
  ASSERT_GE(pipe, 0);
  streamWholeFile(at("pipe"), [](std::ostream &out) { out << "report"; });
  char text[16] = {};
  EXPECT_EQ(::read(pipe, text, sizeof text), 6);
  EXPECT_STREQ(text, "report");
  EXPECT_TRUE(fs::is_fifo(at("pipe")));
  ::close(pipe);
}

} // namespace
