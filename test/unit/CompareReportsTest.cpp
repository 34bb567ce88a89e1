// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/Rules.h"
#include "report/Diff.h"
#include "report/Json.h"
#include "report/SourceTexts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace sectorscope;
using sample::exact;

namespace {

/// A report as it comes back from its file. Each access is a load of 4 bytes with that many sectors (ideal 4), on the
/// line of that number of the source.
ReportSummary summary(const std::vector<std::pair<unsigned, double>> &accesses, const std::string &source,
                      const std::string &kernel = "k(float*)", const LaunchShape &shape = sample::assumed256(),
                      const std::string &file = "k.cu") {
  std::vector<sample::Access> all;
  for (const auto &[line, sectors] : accesses)
    all.push_back({line, AccessKind::Load, 4, 4, 0, exact(sectors, 4, sectors)});
  Report r = sample::report(all, shape, kernel);
  r.kernels[0].place.file = file;
  for (AccessReport &access : r.kernels[0].launches[0].accesses) {
    access.site.place = {file, access.site.place.line, 1};
    access.site.inlineStack[0].place = access.site.place;
  }
  r.findings = findingsOf(r, sample::target(), "");
  addSourceTexts(r, [&](const std::string &) { return source; });
  std::ostringstream json;
  printJson(r, json);
  return readReportSummary(json.str());
}

std::string text(const ReportSummary &before, const ReportSummary &after) {
  std::ostringstream out;
  printDiffText(compareReports(before, after), out);
  return out.str();
}

const char *const source = "x = a[i];\ny = a[3 * i];\n";

TEST(CompareReports, TheSameIsUnchanged) {
  const ReportSummary report = summary({{1, 4}, {2, 12}}, source);
  EXPECT_EQ(text(report, report), "Accesses: 0 worse, 0 better, 2 unchanged; 0 new findings, 0 gone\n");
}

TEST(CompareReports, MovedLinesAreUnchanged) {
  EXPECT_EQ(
      text(summary({{1, 4}, {2, 12}}, source), summary({{2, 4}, {4, 12}}, "\nx = a[i];\n\ny = a[3*i]; // slow\n")),
      "Accesses: 0 worse, 0 better, 2 unchanged; 0 new findings, 0 gone\n");
}

TEST(CompareReports, FixedAccess) {
  EXPECT_EQ(text(summary({{1, 4}, {2, 12}}, source), summary({{1, 4}, {2, 4}}, "x = a[i];\ny = a[i];\n")),
            "Accesses: 0 worse, 1 better, 1 unchanged; 0 new findings, 1 gone\n"
            "better    k.cu:2:1: load of 4 bytes per lane: 4 sectors per request, 12 before (ideal 4); k(float*)\n"
            "finding   gone: k.cu:2:1: warning: load of 4 bytes per lane moves 12 sectors per request, ideal 4 (3.0x); "
            "block 256x1x1 assumed,  [excess-sectors]\n");
}

TEST(CompareReports, ChangedBlockShape) {
  LaunchShape other;
  other.origin = LaunchOrigin::Option;
  other.block = Dim3{32, 8, 1};
  const std::string out = text(summary({{1, 4}}, source), summary({{1, 8}}, source, "k(float*)", other));
  EXPECT_TRUE(out.starts_with(
      "Accesses: 1 worse, 0 better, 0 unchanged; 1 new finding, 0 gone\n"
      "worse     k.cu:1:1: load of 4 bytes per lane: 8 sectors per request, 4 before (ideal 4); k(float*)\n"
      "launch    k(float*): block 32x8x1, before block 256x1x1\n"))
      << out;
}

TEST(CompareReports, NewAndGoneAccessesAndKernels) {
  EXPECT_TRUE(text(summary({{1, 4}}, source), summary({{1, 4}, {2, 4}}, source))
                  .starts_with("Accesses: 0 worse, 0 better, 1 new, 1 unchanged;"));
  EXPECT_TRUE(text(summary({{1, 4}, {2, 4}}, source), summary({{2, 4}}, source))
                  .starts_with("Accesses: 0 worse, 0 better, 1 gone, 1 unchanged;"));
  const std::string out = text(summary({{1, 4}}, source), summary({{1, 4}}, source, "m(float*)"));
  EXPECT_EQ(out, "Accesses: 0 worse, 0 better, 0 unchanged; 0 new findings, 0 gone\n"
                 "new       kernel m(float*)\ngone      kernel k(float*)\n");
}

TEST(CompareReports, RenamedFileAndNewInstance) {
  EXPECT_EQ(text(summary({{1, 4}, {2, 12}}, source),
                 summary({{1, 4}, {2, 12}}, source, "k(float*)", sample::assumed256(), "other.cu")),
            "Accesses: 0 worse, 0 better, 2 unchanged; 0 new findings, 0 gone\n");
  ReportSummary before = summary({{2, 12}}, source, "void k<int>(int*)");
  ReportSummary after = before;
  ReportSummary instance = summary({{2, 12}}, source, "void k<float>(float*)");
  after.kernels.push_back(instance.kernels[0]);
  EXPECT_EQ(text(before, after), "Accesses: 0 worse, 0 better, 1 unchanged; 0 new findings, 0 gone\n"
                                 "new       kernel void k<float>(float*)\n");
}

TEST(CompareReports, InstancesAreOneChange) {
  const auto twice = [](double sectors) {
    ReportSummary all = summary({{1, sectors}}, source, "void k<int>(int*)");
    all.kernels.push_back(summary({{1, sectors}}, source, "void k<float>(float*)").kernels[0]);
    return all;
  };
  const std::string out = text(twice(4), twice(8));
  EXPECT_NE(out.find("ideal 4); void k<int>(int*) and 1 more\n"), std::string::npos) << out;
  EXPECT_TRUE(out.starts_with("Accesses: 1 worse, 0 better, 0 unchanged;"));
}

TEST(CompareReports, UnrolledOnceMoreIsUnchanged) {
  EXPECT_EQ(text(summary({{1, 4}, {1, 4}}, source), summary({{1, 4}, {1, 4}, {1, 4}, {1, 4}}, source)),
            "Accesses: 0 worse, 0 better, 1 unchanged; 0 new findings, 0 gone\n");
}

TEST(Diff, Markdown) {
  std::ostringstream out;
  printDiffMarkdown(compareReports(summary({{1, 4}}, source, "void k<(A|B)>(int*)"),
                                   summary({{1, 8}}, source, "void k<(A|B)>(int*)")),
                    out);
  EXPECT_EQ(out.str(), "### Memory accesses of CUDA kernels\n\n"
                       "1 worse, 0 better, 0 unchanged; 1 new finding, 0 gone.\n\n"
                       "**Worse**\n\n| where | access | per request | kernel |\n|---|---|---|---|\n"
                       "| `k.cu:1` | load of 4 bytes per lane | 8 sectors per request, 4 before (ideal 4) | "
                       "`void k<(A\\|B)>(int*)` |\n\n"
                       "**New findings**\n\n"
                       "- `k.cu:1` `excess-sectors` (warning): load of 4 bytes per lane moves 8 sectors per request, "
                       "ideal 4 (2.0x); block 256x1x1 assumed, \n");
}

TEST(Diff, Json) {
  std::ostringstream out;
  printDiffJson(compareReports(summary({{1, 4}}, source), summary({{1, 8}}, source)), out);
  const auto document = nlohmann::json::parse(out.str());
  EXPECT_EQ(document["schema"], "sectorscope-diff/1");
  EXPECT_EQ(document["accesses"][0]["verdict"], "worse");
  EXPECT_EQ(document["accesses"][0]["after"]["per_request"]["mean"], 8);
  EXPECT_EQ(document["accesses"][0]["before"]["ideal_per_request"], 4);
}

} // namespace
