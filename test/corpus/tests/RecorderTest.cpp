// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Recorder.h"
#include "Process.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

namespace sectorscope::check {
namespace {

/// Options under which tests/fake-ncu stands in for the profiler and no GPU is needed.
RecordOptions fakeOptions() {
  RecordOptions options;
  options.command = {"true", "--flag"};
  options.compiler = "test";
  options.root = "/src";
  options.ncu = SECTORSCOPE_FAKE_NCU;
  options.nvidiaSmi = options.cuobjdump = options.nvdisasm = "/nonexistent";
  options.deviceNodes = {"/dev/null"};
  return options;
}

/// What recording says if the profiler fails as \p mode tells it to.
std::string errorOf(const RecordOptions &options, const char *mode = "") {
  setenv("FAKE_NCU", mode, 1);
  std::string text = "no error";
  try {
    recordProgram(options);
  } catch (const std::runtime_error &error) {
    text = error.what();
  }
  unsetenv("FAKE_NCU");
  return text;
}

TEST(Recorder, RecordsThroughTheProfiler) {
  Record record = recordProgram(fakeOptions());
  EXPECT_EQ(record.program, "true");
  EXPECT_EQ(record.compiler, "test");
  EXPECT_EQ(record.toolkit, "13.0");
  EXPECT_EQ(record.profiler, "Nsight Compute 2025.3.1.0 (build 36398880) (public-release)");
  EXPECT_EQ(record.driver, "");
  EXPECT_EQ(record.frames, "none");
  EXPECT_EQ(record.date.size(), 10u);
  EXPECT_EQ(record.kernels.size(), 4u);
  EXPECT_EQ(recordFromJson(toJson(record)), record);
}

TEST(Recorder, RunsAgainWithoutAMetricThatThePartLacks) {
  setenv("FAKE_NCU", "metric", 1);
  EXPECT_EQ(recordProgram(fakeOptions()).kernels.size(), 4u);
  unsetenv("FAKE_NCU");
}

TEST(Recorder, SaysWhatIsMissing) {
  RecordOptions options = fakeOptions();
  EXPECT_TRUE(errorOf(options, "permission")
                  .starts_with("no permission to read the GPU's performance counters "
                               "(ERR_NVGPUCTRPERM): run as root, or load"));
  EXPECT_TRUE(errorOf(options, "nothing").starts_with("no kernel was profiled"));
  EXPECT_TRUE(errorOf(options, "cut").find("page sass") != std::string::npos);
  options.deviceNodes = {"/nonexistent/gpu"};
  EXPECT_TRUE(errorOf(options).starts_with("no NVIDIA GPU with a driver is here (none of /nonexistent/gpu exists)"));
  options = fakeOptions();
  options.ncu = "/nonexistent/ncu";
  EXPECT_TRUE(errorOf(options).starts_with("'/nonexistent/ncu' is not an executable file"));
  options = fakeOptions();
  options.command = {"/nonexistent/app"};
  EXPECT_EQ(errorOf(options), "'/nonexistent/app' does not exist or is not executable");
}

TEST(Recorder, ExplainsLogs) {
  EXPECT_TRUE(explainFailure("==ERROR== Failed to initialize the profiler: LibraryNotLoaded\n", 1)
                  .starts_with("Nsight Compute could not reach the GPU's performance counters"));
  EXPECT_EQ(explainFailure("==ERROR== The application returned an error code (9).\n", 9),
            "the program failed under the profiler (The application returned an error code (9).): run it alone first");
  EXPECT_EQ(explainFailure("", 139), "Nsight Compute failed with exit code 139");
  EXPECT_EQ(unknownMetric("==ERROR== Failed to find metric regex:^a__b\\.(sum|min)$\n"), "a__b");
  EXPECT_EQ(unknownMetric("==ERROR== Failed to find metric a__b.sum\n"), "a__b.sum");
  EXPECT_FALSE(unknownMetric("==PROF== done\n"));
}

TEST(Process, ReturnsTheExitCode) {
  EXPECT_EQ(runProgram({"sh", "-c", "exit 3"}), 3);
  EXPECT_EQ(runProgram({"sh", "-c", "kill -9 $$"}), 128 + 9);
  EXPECT_THROW(runProgram({"/nonexistent/program"}), std::runtime_error);
}

TEST(Process, WritesWholeFilesOrNone) {
  TemporaryDirectory directory;
  writeFile(directory.path() / "a", "text");
  EXPECT_EQ(readFile(directory.path() / "a"), "text");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "a.part"));
  EXPECT_THROW(writeFile(directory.path() / "none" / "a", "text"), std::runtime_error);
  EXPECT_THROW(readFile(directory.path()), std::runtime_error);
  EXPECT_THROW(readFile(directory.path() / "none"), std::runtime_error);
}

} // namespace
} // namespace sectorscope::check
