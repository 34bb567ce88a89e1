// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Baseline.h"
#include "model/Fingerprints.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace sectorscope;

namespace {

Finding finding(const std::string &file, const std::string &statement, unsigned line = 5,
                const std::string &function = "k(float*)") {
  Finding f;
  f.rule = "excess-sectors";
  f.place = {file, line, 3};
  f.kernel = f.function = function;
  f.statement = statement;
  return f;
}

Report reportOf(std::vector<Finding> findings) {
  Report report;
  report.findings = std::move(findings);
  nameFindings(report.findings);
  return report;
}

const FileExists all = [](const std::string &) { return true; };
FileExists without(const std::string &gone) {
  return [gone](const std::string &file) { return file != gone; };
}

Baseline baselineOf(const Report &report) {
  std::ostringstream text;
  printBaseline(updatedBaseline({}, report, filesOf(report), all), text);
  return readBaseline(text.str()); // as it comes back from the file
}

std::string states(Report report, const Baseline &baseline, const FileExists &exists = all) {
  compareWithBaseline(report, baseline, exists);
  std::string text;
  for (const Finding &f : report.findings)
    text += f.baseline == BaselineState::New ? 'n' : f.baseline == BaselineState::Unchanged ? 'u' : '?';
  return text;
}

TEST(Baseline, OnlyWhatIsNewIsNew) {
  const Baseline known = baselineOf(reportOf({finding("a.cu", "x=a[3*i];"), finding("a.cu", "y=a[3*i];")}));
  EXPECT_EQ(states(reportOf({finding("a.cu", "y=a[3*i];", 99), finding("a.cu", "z=a[3*i];")}), known), "un");
  EXPECT_EQ(states(reportOf({}), known), "");
  EXPECT_EQ(states(reportOf({finding("a.cu", "y=a[3*i];")}), {}), "n");
}

TEST(Baseline, OneMoreOfTheSameIsNew) {
  const Baseline known = baselineOf(reportOf({finding("a.cu", "x=a[3*i];", 5)}));
  EXPECT_EQ(states(reportOf({finding("a.cu", "x=a[3*i];", 5), finding("a.cu", "x=a[3*i];", 6)}), known), "un");
}

TEST(Baseline, RenamedFiles) {
  const Baseline known = baselineOf(reportOf({finding("a.cu", "x=a[3*i];"), finding("a.cu", "y=a[3*i];")}));
  const Report now = reportOf({finding("b.cu", "x=a[3*i];"), finding("b.cu", "z=a[3*i];")});
  EXPECT_EQ(states(now, known, without("a.cu")), "un");
  // A copy is new: the old file is still there.
  EXPECT_EQ(states(now, known, all), "nn");
  // A file that was known before got a finding; nothing was renamed.
  Baseline both = known;
  both.files.insert("b.cu");
  EXPECT_EQ(states(now, both, without("a.cu")), "nn");
}

TEST(Baseline, AnUpdateKeepsWhatWasNotLookedAt) {
  const Baseline old = baselineOf(
      reportOf({finding("a.cu", "x=a[3*i];"), finding("b.cu", "x=b[3*i];"), finding("gone.cu", "x=c[3*i];")}));
  const Report today = reportOf({finding("a.cu", "y=a[3*i];")});
  const Baseline now = updatedBaseline(old, today, filesOf(today), without("gone.cu"));
  ASSERT_EQ(now.findings.size(), 2U);
  EXPECT_EQ(now.findings[0].statement, "y=a[3*i];");
  EXPECT_EQ(now.findings[1].statement, "x=b[3*i];");
  EXPECT_EQ(now.files, (std::set<std::string>{"a.cu", "b.cu"}));
}

TEST(Baseline, WhatIsNoneIsSaid) {
  const auto complaint = [](const std::string &json) {
    try {
      readBaseline(json);
    } catch (const std::runtime_error &error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  EXPECT_EQ(complaint("{"), "is no JSON document, or one that was cut off");
  EXPECT_EQ(complaint("{}"), "its schema is not sectorscope-baseline/1");
  EXPECT_EQ(complaint(R"({"schema": "sectorscope-baseline/1", "files": [], "findings": [{}]})"),
            "findings[0]: 'rule' is missing");
}

} // namespace
