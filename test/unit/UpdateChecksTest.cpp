// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/UpdateChecks.h"
#include "cli/CheckPattern.h"
#include "cli/RunLines.h"
#include "report/UpdateExpectations.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

using Lines = std::vector<std::string>;

std::string line(unsigned at, const std::string &access,
                 const std::string &rest = "exact block=256x1x1 kernel=k(float*)") {
  return "k.cu:" + std::to_string(at) + " " + access + " ideal=4 lanes=32 " + rest;
}

/// What becomes of `source` against `output`, and what is said.
struct Updated {
  std::string source;
  Lines changed;
  std::vector<UnchangedLine> left;
};

Updated update(const std::string &source, const Lines &output, const Lines &prefixes = {"CHECK"}) {
  const SourceEdits edits = updateCheckLines(source, prefixes, output);
  Updated updated{applied(source, edits.edits), editLines(edits.edits), edits.left};
  // Once is enough.
  EXPECT_EQ(updateCheckLines(updated.source, prefixes, output).edits, std::vector<SourceEdit>{});
  return updated;
}

TEST(UpdateChecks, NumbersChangeAndNothingElse) {
  const Updated updated =
      update("\t //  CHECK:\tsub/k.cu:[[#@LINE+1]]  load 4B sectors=4/4/4 ideal=4 {{.*}} exact\r\n  y = x[i]; // "
             "sectors=4/4/4\n",
             {"sectorscope-check-format 1",
              "sub/k.cu:2 load 4B sectors=8/8.5/9 ideal=8 lanes=32 exact block=256x1x1 kernel=k()"});
  EXPECT_EQ(updated.source, "\t //  CHECK:\tsub/k.cu:[[#@LINE+1]]  load 4B sectors=8/8.5/9 ideal=8 {{.*}} exact\r\n"
                            "  y = x[i]; // sectors=4/4/4\n");
  EXPECT_EQ(updated.changed, Lines{"1: sectors=4/4/4 -> 8/8.5/9, ideal=4 -> 8"});
  EXPECT_TRUE(updated.left.empty());
}

TEST(UpdateChecks, EveryFieldOfNumbers) {
  const Updated updated =
      update("// CHECK: k.cu:9 load shared 4B wavefronts=1/1/1 ideal=1 lanes=32 exact block=256x1x1 kernel=k(float*)\n",
             {"k.cu:9 load shared 16B wavefronts=4..8 ideal=4 lanes=? bounded block=32x8x1 kernel=k(float*)"});
  EXPECT_EQ(updated.source,
            "// CHECK: k.cu:9 load shared 16B wavefronts=4..8 ideal=4 lanes=? bounded block=32x8x1 kernel=k(float*)\n");
  EXPECT_EQ(updated.changed,
            Lines{"1: 4B -> 16B, wavefronts=1/1/1 -> 4..8, ideal=1 -> 4, lanes=32 -> ?, exact -> bounded, "
                  "block=256x1x1 -> 32x8x1"});
}

TEST(UpdateChecks, AccessesOfOneLineKeepTheirOrder) {
  const std::string source = "// CHECK: k.cu:4 load 4B sectors=4/4/4\n// CHECK-NEXT: k.cu:4 load 4B sectors=8/8/8\n"
                             "// CHECK-NEXT: k.cu:4 store 4B sectors=4/4/4\n";
  const Updated updated = update(source, {line(4, "load 4B sectors=8/8/8"), line(4, "load 4B sectors=12/12/12"),
                                          line(4, "store 4B sectors=4/4/4")});
  EXPECT_EQ(updated.source, "// CHECK: k.cu:4 load 4B sectors=8/8/8\n// CHECK-NEXT: k.cu:4 load 4B sectors=12/12/12\n"
                            "// CHECK-NEXT: k.cu:4 store 4B sectors=4/4/4\n");
  // A check that already finds its access among more of them stays.
  EXPECT_EQ(update("// CHECK: k.cu:4 load 4B sectors=8/8/8\n",
                   {line(4, "load 4B sectors=4/4/4"), line(4, "load 4B sectors=8/8/8")})
                .changed,
            Lines{});
}

TEST(UpdateChecks, KernelsWidthsAndBlocksTellInstancesApart) {
  const auto instance = [](const char *type, const char *access) {
    return line(4, access, std::string("exact block=256x1x1 kernel=void k<") + type + ">(" + type + "*)");
  };
  const Updated updated =
      update("// CHECK-DAG: k.cu:4 load 8B sectors=8/8/8 {{.*}} kernel=void k<double>(\n"
             "// CHECK-DAG: load 4B sectors=4/4/4 {{.*}}k<float>(\n",
             {instance("float", "load 4B sectors=5/5/5"), instance("double", "load 8B sectors=9/9/9")});
  EXPECT_EQ(updated.source, "// CHECK-DAG: k.cu:4 load 8B sectors=9/9/9 {{.*}} kernel=void k<double>(\n"
                            "// CHECK-DAG: load 4B sectors=5/5/5 {{.*}}k<float>(\n");
  // Widths decide where kernels are not named.
  const Updated byWidth =
      update("// CHECK: k.cu:4 load 8B sectors=8/8/8\n",
             {instance("float", "load 4B sectors=5/5/5"), instance("double", "load 8B sectors=9/9/9")});
  EXPECT_EQ(byWidth.source, "// CHECK: k.cu:4 load 8B sectors=9/9/9\n");
}

TEST(UpdateChecks, WhatCannotBeMatchedIsLeft) {
  const Lines output = {line(4, "load 4B sectors=4/4/4"), line(5, "load shared 4B wavefronts=1/1/1")};
  const auto reasonOf = [&](const std::string &check) {
    const Updated updated = update(check, output);
    EXPECT_EQ(updated.source, check);
    return updated.left.size() == 1 ? updated.left[0].reason : "";
  };
  for (const char *gone :
       {"// CHECK: k.cu:3 load 4B sectors=4/4/4\n", "// CHECK: k.cu:4 store 4B sectors=4/4/4\n",
        "// CHECK: k.cu:4 load 4B sectors=4/4/4 {{.*}} kernel=other(\n", "// CHECK: k.cu:5 load 4B sectors=4/4/4\n",
        "// CHECK: k.cu:44 load 4B sectors=4/4/4\n", "// CHECK: k.cu:4 load 4B sectors={{8}}/4/4\n"})
    EXPECT_TRUE(reasonOf(gone).starts_with("no such access any more")) << gone;
  EXPECT_TRUE(reasonOf("// CHECK: k.cu:4 load 4B sectors={{(}}\n").starts_with("the pattern cannot be read"));
  EXPECT_TRUE(
      reasonOf("// CHECK-COUNT-2: k.cu:4 load 4B sectors=4/4/4\n").starts_with("CHECK-COUNT-2: is not followed"));
  // What forbids, other prefixes, and lines that do not speak of numbers are no business of ours.
  for (const char *other :
       {"// CHECK-NOT: k.cu:3 load 4B sectors=32/32/32\n", "// OTHER: k.cu:3 load 4B sectors=4/4/4\n",
        "// NOCHECK: k.cu:3 load 4B sectors=4/4/4\n", "// CHECK: k.cu:3 not-analysed\n"})
    EXPECT_TRUE(update(other, output).left.empty()) << other;
}

TEST(UpdateChecks, PatternsMeanWhatTheyMeanToFileCheck) {
  EXPECT_EQ(regexOf("k.cu:[[#@LINE+1]]", 6), "k\\.cu:7");
  EXPECT_EQ(regexOf("k.cu:[[@LINE-2]]", 6), "k\\.cu:4");
  EXPECT_EQ(regexOf("a  b{{[0-9]+|x}}[[N:[a-z]+]] [[#X]]", 6), "a[ \t]+b([0-9]+|x)([a-z]+)[ \t]+.*");
}

TEST(RunLines, AuditsOfTheFile) {
  const auto runs =
      checkRunsIn("// RUN: %sectorscope audit %s --block 256 --assume ld%8=0 --format=check 2>&1 | FileCheck %s\n"
                  "// RUN: %sectorscope-audit %s \\\n// RUN:   --launches '%S/a b.txt' | \\\n"
                  "// RUN:   %FileCheck %s --check-prefixes=A,B --check-prefix C\n"
                  "// RUN: true && /opt/bin/sectorscope audit %s --launch 'k<<<1, 32>>>()' 2> %t\n"
                  "// RUN: %sectorscope audit %s --block %flags | FileCheck-22 %s\n"
                  "// RUN: %sectorscope audit %t/k.cu | FileCheck %s\n"
                  "// RUN: %not %sectorscope audit %s\n// RUN: echo \"%sectorscope audit %s\"\n"
                  "// RUN: %sectorscope audit %s --format=check | %not FileCheck %s\n"
                  "// RUN: %sectorscope audit %s > %t; FileCheck %s < %t\n"
                  "// RUN: env A=b %sectorscope audit %s | FileCheck %s\n",
                  "src/k.cu");
  ASSERT_EQ(runs.size(), 7U);
  EXPECT_EQ(runs[0].audit, (Lines{"audit", "src/k.cu", "--block", "256", "--assume", "ld%8=0", "--format=check"}));
  EXPECT_EQ(runs[0].prefixes, Lines{"CHECK"});
  EXPECT_EQ(runs[1].line, 2U);
  EXPECT_EQ(runs[1].audit, (Lines{"audit", "--format=check", "src/k.cu", "--launches", "src/a b.txt"}));
  EXPECT_EQ(runs[1].prefixes, (Lines{"A", "B", "C"}));
  EXPECT_EQ(runs[2].audit, (Lines{"audit", "src/k.cu", "--launch", "k<<<1, 32>>>()"}));
  EXPECT_TRUE(runs[2].prefixes.empty());
  EXPECT_EQ(runs[3].problem, "the RUN line uses %flags, which lit alone knows; write the option out");
  EXPECT_TRUE(runs[4].prefixes.empty());
  EXPECT_EQ(runs[5].problem, "an audit into a file is not followed; pipe it to FileCheck");
  EXPECT_EQ(runs[6].problem, "an audit with env before it is not followed");
}

AccessSummary access(Certainty certainty, Spread count) {
  AccessSummary summary;
  summary.place = {"k.cu", 2, 3};
  summary.kind = "load";
  summary.bytesPerLane = 4;
  summary.certainty = certainty;
  summary.count = count;
  return summary;
}

Updated expectation(const std::string &text, const std::vector<AccessSummary> &accesses) {
  KernelSummary kernel;
  kernel.launches.push_back({"", accesses, {}, {}, {}});
  const std::string source = "\nx; // sectorscope-expect: " + text + "\n";
  const SourceEdits edits = updateExpectations(source, "k.cu", {kernel});
  Updated updated{applied(source, edits.edits), editLines(edits.edits), edits.left};
  EXPECT_TRUE(updateExpectations(updated.source, "k.cu", {kernel}).edits.empty());
  updated.source = updated.source.substr(source.find(text), updated.source.size() - source.size() + text.size());
  return updated;
}

TEST(UpdateExpectations, OperatorsStay) {
  const std::vector<AccessSummary> two = {access(Certainty::Exact, {8, 8, 8}),
                                          access(Certainty::Exact, {4, 13.0 / 3, 5})};
  EXPECT_EQ(expectation("sectors<=4, exact", two).source, "sectors<=8, exact");
  EXPECT_EQ(expectation("sectors<=4", two).changed, Lines{"2: sectors<=4 -> 8"});
  EXPECT_EQ(expectation("exact,  sectors < 4", two).source, "exact,  sectors < 9");
  EXPECT_EQ(expectation("sectors>=5", two).source, "sectors>=4.3333");
  EXPECT_EQ(expectation("sectors>5", two).source, "sectors>4");
  EXPECT_EQ(expectation("sectors==4", {two[1]}).source, "sectors==4.3333");
  EXPECT_EQ(expectation("sectors<=4", {access(Certainty::Bounded, {1, 2, 32})}).source, "sectors<=32");
  EXPECT_EQ(expectation("sectors<=16", two).source, "sectors<=16"); // holds, so it is a person's choice
}

TEST(UpdateExpectations, WhatNoNumberMendsIsLeft) {
  const std::vector<AccessSummary> bounded = {access(Certainty::Bounded, {1, 2, 32})};
  for (const auto &[text, reason] :
       {std::pair("exact", "exact: the load of 4 bytes per lane is bounded; no other number would make it true"),
        std::pair("wavefronts<=1", "wavefronts<=1: no such access stands there any more; take the expectation out"),
        std::pair("sectors=1", "sectors=1: cannot be read: write sectors<=4, wavefronts==1 or exact")}) {
    const Updated updated = expectation(text, bounded);
    EXPECT_EQ(updated.source, text);
    ASSERT_EQ(updated.left.size(), 1U);
    EXPECT_EQ(updated.left[0].reason, reason);
  }
  EXPECT_EQ(expectation("sectors==4", bounded).left.size(), 1U);
  EXPECT_EQ(expectation("sectors<=4", {access(Certainty::Unknown, {})}).left.size(), 1U);
}

} // namespace
