// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Injection.h"
#include "Metrics.h"
#include "Process.h"
#include "RunEvidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <set>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>

namespace sectorscope::check {
namespace {

namespace fs = std::filesystem;

/// A library that can be loaded: that of std::fopen.
std::string loadableLibrary() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void *>(&std::fopen), &info);
  return info.dli_fname;
}

/// tests/fake-program does \p what; no GPU is needed.
InjectionOptions fakeRun(std::vector<std::string> what) {
  InjectionOptions options;
  options.command = std::move(what);
  options.command.insert(options.command.begin(), SECTORSCOPE_FAKE_PROGRAM);
  options.library = loadableLibrary();
  options.nvdisasm = SECTORSCOPE_FAKE_NVDISASM;
  options.deviceNodes = {"/dev/null"};
  return options;
}

std::string errorOf(const InjectionOptions &options) {
  const TemporaryDirectory scratch;
  try {
    runInjected(options, {}, scratch.path());
  } catch (const std::runtime_error &error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

std::string quoted(const std::string &program) { return "'" + program + "'"; }

TEST(Injection, TellsWhatWasLaunched) {
  const TemporaryDirectory scratch;
  const Shard shard = runInjected(fakeRun({"start", "launch", "launch", "end"}), {}, scratch.path());
  EXPECT_EQ(shard.launches.size(), 2u);
  EXPECT_TRUE(shard.notes.empty());
  EXPECT_TRUE(shard.isComplete);
}

TEST(Injection, ProgramGetsItsEnvironmentAndOurs) {
  const TemporaryDirectory scratch, output;
  const fs::path file = output.path() / "environment";
  setenv("FAKE_PROGRAM_OUTPUT", file.c_str(), 1);
  setenv("USERS_OWN", "kept = as it is", 1);
  setenv("CUDA_INJECTION64_PATH", "/another/library.so", 1);
  setenv("SECTORSCOPE_INSTRUCTIONS", "left over", 1);
  InjectionOptions options = fakeRun({"start", "launch", "end", "environment"});
  options.mostLaunches = 5;
  runInjected(options, {.instructionMetrics = {"a", "b"}, .launchMetrics = {"c.sum"}, .flushesCaches = false},
              scratch.path());
  const auto linesOf = [](const fs::path &from) {
    std::multiset<std::string> lines;
    std::istringstream text(readFile(from));
    for (std::string line; std::getline(text, line);)
      lines.insert(line);
    return lines;
  };
  std::multiset<std::string> lines = linesOf(file);
  for (const std::string &line : {"CUDA_INJECTION64_PATH=" + fs::absolute(options.library).string(),
                                  "SECTORSCOPE_SHARDS=" + scratch.path().string(),
                                  std::string("SECTORSCOPE_INSTRUCTIONS=a,b"), std::string("SECTORSCOPE_WHOLE=c.sum"),
                                  std::string("SECTORSCOPE_FLUSH=0"), std::string("SECTORSCOPE_MOST_LAUNCHES=5"),
                                  std::string("USERS_OWN=kept = as it is"), "PATH=" + std::string(std::getenv("PATH"))})
    EXPECT_EQ(lines.count(line), 1u) << line;
  EXPECT_EQ(lines.count("CUDA_INJECTION64_PATH=/another/library.so"), 0u);
  EXPECT_EQ(lines.count("SECTORSCOPE_INSTRUCTIONS=left over"), 0u);

  // What nobody asked to be counted is not counted, whatever was in the environment.
  const TemporaryDirectory again;
  runInjected(options, {}, again.path());
  lines = linesOf(file);
  for (const char *line : {"SECTORSCOPE_INSTRUCTIONS=", "SECTORSCOPE_WHOLE=", "SECTORSCOPE_FLUSH=1"})
    EXPECT_EQ(lines.count(line), 1u) << line;
  for (const char *name : {"FAKE_PROGRAM_OUTPUT", "USERS_OWN", "CUDA_INJECTION64_PATH", "SECTORSCOPE_INSTRUCTIONS"})
    unsetenv(name);
}

TEST(Injection, ShardsAreFoundByAProgramThatChangesItsDirectory) {
  const TemporaryDirectory parent;
  const fs::path before = fs::current_path();
  fs::current_path(parent.path());
  fs::create_directory("scratch");
  EXPECT_EQ(runInjected(fakeRun({"away", "start", "launch", "end"}), {}, "scratch").launches.size(), 1u);
  fs::current_path(before);
}

TEST(Injection, ProgramThatCrashes) {
  EXPECT_EQ(errorOf(fakeRun({"start", "launch", "launch", "crash"})),
            quoted(SECTORSCOPE_FAKE_PROGRAM) + " was ended by signal 11 after 2 launches: run it alone first");
  EXPECT_EQ(errorOf(fakeRun({"crash"})),
            quoted(SECTORSCOPE_FAKE_PROGRAM) + " was ended by signal 11: run it alone first");
}

TEST(Injection, ExitCodeIsNoted) {
  for (const char *code : {"3", "255"}) {
    const TemporaryDirectory scratch;
    const Shard shard = runInjected(fakeRun({"start", "launch", "end", code}), {}, scratch.path());
    EXPECT_EQ(shard.notes,
              std::vector<std::string>{quoted(SECTORSCOPE_FAKE_PROGRAM) + " ended with exit code " + code});
  }
}

TEST(Injection, IncompleteRunIsNoted) {
  const TemporaryDirectory scratch;
  const Shard shard = runInjected(fakeRun({"start", "launch"}), {}, scratch.path());
  ASSERT_EQ(shard.notes.size(), 1u);
  EXPECT_NE(shard.notes[0].find("launches at its end may be missing"), std::string::npos);
}

TEST(Injection, NothingLaunchedIsAFailure) {
  const std::string nothing = quoted(SECTORSCOPE_FAKE_PROGRAM) + " launched no kernel";
  EXPECT_EQ(errorOf(fakeRun({"start", "end"})), nothing + ": nothing can be said of it");
  EXPECT_EQ(errorOf(fakeRun({"start", "end", "4"})),
            nothing + " and ended with exit code 4; run it alone first: nothing can be said of it");
  EXPECT_EQ(errorOf(fakeRun({})), nothing + ": nothing can be said of it"); // never starts CUDA
}

TEST(Injection, LibraryThatCannotBeLoaded) {
  InjectionOptions options = fakeRun({});
  options.library = SECTORSCOPE_FAKE_PROGRAM; // a file, and no library
  EXPECT_TRUE(errorOf(options).starts_with("the driver could not load libsectorscope-inject.so ("));
  EXPECT_TRUE(errorOf(options).ends_with("): put the toolkit's libraries on LD_LIBRARY_PATH"));
}

TEST(Injection, WhatTheLibrarySaysIsTheMessage) {
  EXPECT_EQ(errorOf(fakeRun({"start", "refuse", "launch", "end"})), "no permission to read counters: run as root");
  EXPECT_EQ(errorOf(fakeRun({"refuse", "1"})), "no permission to read counters: run as root");
}

TEST(Injection, ProgramThatCannotBeRun) {
  InjectionOptions options = fakeRun({});
  options.command = {"/nonexistent/app"};
  EXPECT_EQ(errorOf(options), "'/nonexistent/app' does not exist or is not executable");
  options.command = {"/tmp"};
  EXPECT_EQ(errorOf(options), "'/tmp' does not exist or is not executable");
  const TemporaryDirectory directory;
  const fs::path file = directory.path() / "app";
  writeFile(file, "text");
  chmod(file.c_str(), 0644);
  options.command = {file.string()};
  EXPECT_EQ(errorOf(options), quoted(file.string()) + " does not exist or is not executable");
}

TEST(Injection, WhatIsMissingIsNamedWithItsRemedy) {
  InjectionOptions options = fakeRun({"start", "launch", "end"});
  options.deviceNodes = {"/nonexistent/gpu", "/nonexistent/other"};
  EXPECT_TRUE(errorOf(options).starts_with(
      "no NVIDIA GPU with a driver is here (none of /nonexistent/gpu, /nonexistent/other exists): "));
  options = fakeRun({"start", "launch", "end"});
  options.library = "/nonexistent/library.so";
  EXPECT_EQ(errorOf(options),
            "'/nonexistent/library.so' is no file: give the path of libsectorscope-inject.so to --inject");
  options.library = ""; // and there is none beside this test
  EXPECT_TRUE(errorOf(options).starts_with("libsectorscope-inject.so is not here: "));
  EXPECT_NE(errorOf(options).find("--inject"), std::string::npos);
}

TEST(Injection, StandardOutputIsThePrograms) {
  for (const bool isSilent : {false, true}) {
    const TemporaryDirectory scratch;
    testing::internal::CaptureStdout();
    runInjected(fakeRun({"print", "start", "launch", "end"}), {.isSilent = isSilent}, scratch.path());
    EXPECT_EQ(testing::internal::GetCapturedStdout(), isSilent ? "" : "printed\n");
  }
}

TEST(Injection, Disassembles) {
  const TemporaryDirectory scratch;
  const InjectionOptions options = fakeRun({"start", "module", "count", "end"});
  Shard shard = runInjected(options, {}, scratch.path());
  CodeOfModules code = disassemble(shard, options, scratch.path());
  ASSERT_EQ(code.size(), 1u);
  EXPECT_EQ(code.at(7).at({"_Z1fPf", 0}).text, "LDG.E R2, desc[UR4][R2.64]");
  EXPECT_EQ(code.at(7).at({"_Z1fPf", 0}).frames, (std::vector<Place>{{"/src/f.cu", 3}}));

  // A module that is no machine code fails only where one of its instructions is wanted.
  writeFile(scratch.path() / "module-8.cubin", "bad");
  shard.files[8] = "module-8.cubin";
  code = disassemble(shard, options, scratch.path());
  EXPECT_EQ(recordOf(shard, code, "/src").kernels.size(), 1u);
  shard.launches[0].instructions[0].module = 8;
  EXPECT_THROW(recordOf(shard, code, "/src"), std::runtime_error);
}

TEST(Injection, MissingDisassembler) {
  InjectionOptions options = fakeRun({});
  options.nvdisasm = "/nonexistent/nvdisasm";
  try {
    disassemble({}, options, "/tmp");
    FAIL() << "no error";
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(), "nvdisasm is not here: it comes with the CUDA toolkit; put it on PATH, or give its path "
                               "to --nvdisasm");
  }
}

TEST(Injection, TwoKindsOfGpus) {
  const TemporaryDirectory scratch;
  const InjectionOptions options = fakeRun({"start", "module", "count", "count-other", "end"});
  const Shard shard = runInjected(options, {}, scratch.path());
  try {
    recordOf(shard, disassemble(shard, options, scratch.path()), "");
    FAIL() << "no error";
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(), "the program launches on NVIDIA H200 and on NVIDIA L4: let it see one of them "
                               "(CUDA_VISIBLE_DEVICES)");
  }
}

TEST(Injection, EvidenceOfAWholeRun) {
  EvidenceOptions options;
  options.injection = fakeRun({"start", "module", "count", "launch", "launch", "end"}); // all alike
  options.root = "/src";
  options.nvidiaSmi = "/nonexistent";
  options.countsWholeLaunches = false;
  const Evidence evidence = gatherByInjection(options);
  EXPECT_EQ(evidence.record.program, "fake-program");
  EXPECT_EQ(evidence.record.part, "NVIDIA H200");
  EXPECT_EQ(evidence.record.toolkit, "13.0");
  EXPECT_EQ(evidence.record.caches, "whole launches not counted");
  ASSERT_EQ(evidence.record.kernels.size(), 1u);
  ASSERT_EQ(evidence.record.kernels[0].launches.size(), 1u); // of those alike, one is counted
  EXPECT_EQ(evidence.record.kernels[0].launches[0].instructions.at(0).place, (Place{"f.cu", 3}));
  EXPECT_EQ(
      evidence.notes,
      std::vector<std::string>{"2 of 3 launches were not counted: they are like one that is, or beyond the 16 that are "
                               "counted of a kernel (--launches-per-kernel)"});
  EXPECT_NE(evidence.launches.find("\"order\":0"), std::string::npos);
  EXPECT_EQ(evidence.launches.find("\"order\":1"), std::string::npos);
  EXPECT_NE(evidence.launches.find("\"times\":1,"), std::string::npos); // the one that is compared
}

TEST(Injection, EvidenceWithWholeLaunches) {
  EvidenceOptions options;
  options.injection = fakeRun({"print", "start", "module", "count", "end"});
  options.nvidiaSmi = "/nonexistent";
  testing::internal::CaptureStdout();
  const Evidence evidence = gatherByInjection(options);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "printed\n") << "once, however often the program runs";
  EXPECT_EQ(evidence.record.caches, "flushed before each launch");
  EXPECT_TRUE(evidence.record.missing.empty());
  const Launch &launch = evidence.record.kernels.at(0).launches.at(0);
  EXPECT_EQ(launch.counters.size(), launchCounters().size() + 2) << "and the busiest and the average slice";
  for (const auto &[name, value] : launch.counters)
    EXPECT_EQ(value, 5u) << name;
  EXPECT_EQ(launch.instructions.at(0).sectors, 32u);
  options.flushesCaches = false;
  options.injection = fakeRun({"start", "module", "count", "end"});
  EXPECT_EQ(gatherByInjection(options).record.caches, "left as the program leaves them");
}

// A failed launch is named, and is none of those that were alike or too many.
TEST(Injection, EvidenceOfAFailedLaunch) {
  EvidenceOptions options;
  options.injection = fakeRun({"start", "module", "count", "fail", "end"});
  options.countsWholeLaunches = false;
  const Evidence evidence = gatherByInjection(options);
  EXPECT_EQ(evidence.record.kernels.at(0).launches.size(), 1u);
  EXPECT_EQ(evidence.notes, std::vector<std::string>{"f(float*) failed (CUDA_ERROR_ILLEGAL_ADDRESS): it is not "
                                                     "compared, nor is what came after it"});
}

} // namespace
} // namespace sectorscope::check
