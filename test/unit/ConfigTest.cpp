// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Config.h"
#include "adapter/NearestName.h"
#include "adapter/Profiles.h"
#include "adapter/Project.h"

#include <gtest/gtest.h>

#include <functional>

using namespace sectorscope;

namespace {

std::string complaint(const std::function<void()> &what) {
  try {
    what();
  } catch (const UsageError &error) {
    return error.what();
  }
  return "no complaint";
}

std::string complaintAbout(const std::string &yaml) {
  return complaint([&] { parseConfig(yaml, ".sectorscope.yaml"); });
}

TEST(Config, Profile) {
  EXPECT_EQ(parseConfig("profile: a100\n", "f").profile->arch, "sm_80");
  EXPECT_FALSE(parseConfig("", "f").profile);
  EXPECT_EQ(complaintAbout("block: 32\nprofile: h20\n"),
            ".sectorscope.yaml:2: profile: unknown profile 'h20'; did you mean 'h200'?");
  EXPECT_TRUE(
      complaint([] { parseConfig("profile: part.json\n", "none/f"); }).starts_with("none/part.json: cannot be"));
}

TEST(Profiles, ByArchitectureOrNameInAnyLetters) {
  for (const char *name : {"sm_90", "NVIDIA H200", "nvidia h200", "h200", "H200", "SM_90"})
    EXPECT_EQ(profileNamed(name, "--profile").name, "NVIDIA H200") << name;
  EXPECT_EQ(profileNamed("generic sm_86", "--profile").arch, "sm_86");
  EXPECT_EQ(complaint([] { profileNamed("sm_87", "--profile"); }),
            "--profile: unknown profile 'sm_87'; did you mean 'sm_80'?");
  EXPECT_TRUE(complaint([] {
                profileNamed("zzzzzzzzzz", "--profile");
              }).starts_with("--profile: unknown profile 'zzzzzzzzzz'; known: sm_70, v100, "));
}

TEST(Config, EveryKey) {
  const Config c = parseConfig("arch: sm_80\nblock: [32, 8]\ngrid: 128\narguments: {n: 1024, m: -1}\n"
                               "disable: [misaligned]\nfail-on: [excess-sectors, 'misaligned:note']\n"
                               "pointer-alignment: 16\ncamping-loss: 25\nshow-notes: true\n",
                               "f");
  EXPECT_EQ(c.arch, "sm_80");
  EXPECT_EQ(c.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(c.grid, (Dim3{128, 1, 1}));
  EXPECT_EQ(c.arguments.at("n"), 1024);
  EXPECT_EQ(c.arguments.at("m"), -1);
  EXPECT_EQ(c.disabledRules, (std::set<std::string>{"misaligned"}));
  ASSERT_EQ(c.failOn.size(), 2U);
  EXPECT_EQ(c.failOn[0].severity, Severity::Warning);
  EXPECT_EQ(c.failOn[1].severity, Severity::Note);
  EXPECT_EQ(c.pointerAlignment, 16U);
  EXPECT_EQ(c.campingLoss, 0.25);
  EXPECT_TRUE(c.showNotes);
  EXPECT_FALSE(parseConfig("", "f").showNotes);
  EXPECT_FALSE(parseConfig("", "f").block);
  EXPECT_FALSE(parseConfig("", "f").anyBlock);
  EXPECT_TRUE(parseConfig("block: any\n", "f").anyBlock);
  EXPECT_FALSE(parseConfig("block: any\n", "f").block);
  EXPECT_TRUE(complaintAbout("block: [any]\n").starts_with(".sectorscope.yaml:1: block: 'any' is no block"));
}

TEST(Config, BadInputNamesFileLineAndRemedy) {
  EXPECT_EQ(complaintAbout("grid: 4\nblok: 32\n"), ".sectorscope.yaml:2: unknown key 'blok'; did you mean 'block'?");
  EXPECT_EQ(complaintAbout("block: 0\n"),
            ".sectorscope.yaml:1: block: '0' has an axis of 0; write X, X,Y or X,Y,Z, such "
            "as 256 or 32,8");
  EXPECT_EQ(complaintAbout("block: [64, 32]\n"),
            ".sectorscope.yaml:1: block: '64,32' is more threads than a block can have; at most 1024 in all");
  EXPECT_EQ(complaintAbout("disable: exces-sectors\n"),
            ".sectorscope.yaml:1: disable: unknown rule 'exces-sectors'; did you mean 'excess-sectors'?");
  EXPECT_EQ(complaintAbout("pointer-alignment: 100\n"),
            ".sectorscope.yaml:1: pointer-alignment: expected a power of two in bytes, such as 256");
  EXPECT_EQ(complaintAbout("camping-loss: 101\n"),
            ".sectorscope.yaml:1: camping-loss: '101' is no whole number of percent from 1 to 100");
  EXPECT_EQ(complaintAbout("show-notes: 1\n"), ".sectorscope.yaml:1: show-notes: expected true or false");
  EXPECT_EQ(complaintAbout("arguments: {n: many}\n"), ".sectorscope.yaml:1: arguments: 'many' is no whole number");
  EXPECT_TRUE(complaintAbout("block: [\n").starts_with(".sectorscope.yaml:2: not readable as YAML"));
  EXPECT_TRUE(complaintAbout("just words\n").starts_with(".sectorscope.yaml: expected lines of the form 'key: value'"));
}

TEST(Config, Shapes) {
  EXPECT_EQ(parseDim3("256", "--block", largestBlock), (Dim3{256, 1, 1}));
  EXPECT_EQ(parseDim3("32,8", "--block", largestBlock), (Dim3{32, 8, 1}));
  EXPECT_EQ(parseDim3("8x8x4", "--block", largestBlock), (Dim3{8, 8, 4}));
  for (const char *bad :
       {"", "0", "32,", ",8", "a", "-1", "1,2,3,4", "32 8", "2000", "4294967295,4294967295,4294967295"})
    EXPECT_TRUE(complaint([&] { parseDim3(bad, "--block", largestBlock); }).starts_with("--block: '")) << bad;
  EXPECT_EQ(parseDim3("2147483647", "--grid", largestGrid)[0], 2147483647U);
}

TEST(Config, Gates) {
  EXPECT_EQ(parseGate("all:note", "--fail-on").rule, "all");
  EXPECT_EQ(complaint([] { parseGate("misalined", "--fail-on"); }),
            "--fail-on: unknown rule 'misalined'; did you mean 'misaligned'?");
  EXPECT_EQ(complaint([] { parseGate("misaligned:warnin", "--fail-on"); }),
            "--fail-on: unknown severity 'warnin'; did you mean 'warning'?");
  Report r;
  Finding f;
  f.rule = "misaligned";
  f.severity = Severity::Note;
  r.findings.push_back(f);
  const auto isClosed = [&](const std::vector<Gate> &gates) {
    Report gated = r;
    applyGates(gated, gates);
    return isGateClosed(gated);
  };
  EXPECT_FALSE(isClosed({}));
  EXPECT_FALSE(isClosed({{"misaligned", Severity::Warning}}));
  EXPECT_TRUE(isClosed({{"misaligned", Severity::Note}}));
  EXPECT_TRUE(isClosed({{"all", Severity::Note}}));
  EXPECT_FALSE(isClosed({{"excess-sectors", Severity::Note}}));
  r.findings[0].baseline = BaselineState::Unchanged;
  EXPECT_FALSE(isClosed({{"all", Severity::Note}}));
  r.findings[0].baseline = BaselineState::New;
  EXPECT_TRUE(isClosed({{"all", Severity::Note}}));
}

TEST(NearestName, NearOrNothing) {
  EXPECT_EQ(nearestName("blok", {"block", "grid"}), "block");
  EXPECT_EQ(nearestName("zzzz", {"block", "grid"}), "");
  EXPECT_EQ(suggestion("zzzz", {"block", "grid"}), "; known: block, grid");
}

TEST(TargetFor, NearestProfile) {
  EXPECT_EQ(targetFor("sm_90").note, "");
  EXPECT_EQ(targetFor("sm_90a").target.arch, "sm_90");
  EXPECT_EQ(targetFor("sm_90a").note, "");
  EXPECT_EQ(targetFor("sm_87").note, "no profile for sm_87: that of sm_86 is used");
  EXPECT_TRUE(complaint([] { targetFor("sm90"); }).starts_with("unknown architecture 'sm90'; did you mean 'sm_90'?"));
}

} // namespace
