// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/AuditAgain.h"

#include "SampleReport.h"
#include "report/Json.h"
#include "report/ReadLaunches.h"

#include <gtest/gtest.h>

#include <sstream>

namespace sectorscope {
namespace {

/// `a[i] = 0` under `i < n`.
Kernel kernelOf(const std::string &name) {
  Kernel kernel;
  kernel.name = kernel.mangled = name;
  ExprGraph &g = kernel.graph;
  AccessSite site{.bytesPerLane = 4};
  site.kind = AccessKind::Store;
  site.address = sample::linearAddress(g, "a", 4);
  const ExprId index =
      g.binary(Op::Add, g.binary(Op::Mul, g.leaf(Op::Ctaid, 32, 0), g.leaf(Op::Ntid, 32, 0)), g.leaf(Op::Tid, 32, 0));
  site.guard = g.binary(Op::Slt, index, g.param({.argument = 1, .name = "n", .width = 32}));
  kernel.sites.push_back(site);
  return kernel;
}

std::string text(const Report &report) {
  std::ostringstream out;
  printJson(report, out);
  return out.str();
}

std::string reportText(const TargetModel &target = *builtinTarget("sm_90")) {
  Program program{.sourceFile = "k.cu", .arch = "sm_90", .llvmVersion = "22.1.8", .kernels = {}};
  program.kernels = {kernelOf("f"), kernelOf("g")};
  return text(audit(program, target));
}

const char *const run = R"({"schema": "sectorscope-launches/1", "program": "app", "launches": [
    {"order": 0, "mangled": "f", "grid": [4, 1, 1], "block": [128, 1, 1], "times": 3,
     "parameters": [{"pointer": {"offset": 16}}, {"bytes": "f4010000"}]},
    {"order": 3, "mangled": "library", "grid": [1, 1, 1], "block": [32, 1, 1]}]})";

TEST(AuditAgain, TakesTheLaunchesThatWereMade) {
  const Report report = auditAgain(reportText(), readLaunches(run, "run.json"));
  ASSERT_EQ(report.kernels.size(), 2U);
  ASSERT_EQ(report.kernels[0].launches.size(), 1U);
  const LaunchReport &launch = report.kernels[0].launches[0];
  EXPECT_EQ(launch.shape.origin, LaunchOrigin::Observed);
  EXPECT_EQ(launch.shape.times, 3U);
  EXPECT_EQ(launch.shape.arguments, (std::map<std::string, std::int64_t>{{"n", 500}}));
  EXPECT_EQ(launch.shape.pointers, (std::map<std::string, std::uint64_t>{{"a", 16}}));
  // 500 floats from byte 16 on: 15 whole warps of 5 sectors and 20 lanes, 80 bytes from 16 on, of 3.
  EXPECT_EQ(launch.accesses.at(0).footprint.requests, 16U);
  EXPECT_EQ(launch.totals->written.sectors, 15 * 5 + 3);
  EXPECT_EQ(launch.totals->written.distinctSectors, 63U); // bytes 16 to 2016
  EXPECT_EQ(report.kernels[1].launches[0].shape.origin, LaunchOrigin::Assumed);
  EXPECT_EQ(report.notes, (std::vector<std::string>{"not launched in run.json: g",
                                                    "1 kernel of run.json is not in the report: library"}));
}

TEST(AuditAgain, WhatCameOfItIsAReportLikeAnyOther) {
  const LaunchList launches = readLaunches(run, "run.json");
  const std::string first = text(auditAgain(reportText(), launches));
  EXPECT_EQ(text(auditAgain(first, launches)), first);
  // Without launches of its own, a kernel keeps what an earlier run did.
  const Report kept = auditAgain(first, {.name = "none.json", .byKernel = {}});
  EXPECT_EQ(kept.kernels[0].launches[0].shape.times, 3U);
}

TEST(AuditAgain, PartAndKernelsCanBeChosen) {
  AgainOptions options;
  options.target = builtinTarget("sm_80");
  options.kernelFilter = [](const Kernel &kernel) { return kernel.name == "f"; };
  const Report report = auditAgain(reportText(), readLaunches(run, "run.json"), options);
  EXPECT_EQ(report.profileName, builtinTarget("sm_80")->name);
  EXPECT_EQ(report.kernels.size(), 1U);
  EXPECT_EQ(report.notes.size(), 1U);
}

TEST(AuditAgain, SaysWhatItCannotRead) {
  const LaunchList none;
  EXPECT_THROW(auditAgain("{", none), std::runtime_error);
  try {
    auditAgain(reportText(sample::target()), none);
    ADD_FAILURE();
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(), "was made for 'sample part', which is no built-in profile");
  }
}

} // namespace
} // namespace sectorscope
