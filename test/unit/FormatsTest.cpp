// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/Fingerprints.h"
#include "model/Rules.h"
#include "report/Baseline.h"
#include "report/Check.h"
#include "report/FindingLines.h"
#include "report/Json.h"
#include "report/Sarif.h"
#include "report/SourceTexts.h"
#include "report/Text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace sectorscope;
using sample::exact;

namespace {

/// A warning, a note, one that the source silences; an access that is bounded, one that is unknown.
Report sampleOfAll() {
  Footprint gather;
  gather.certainty = Certainty::Bounded;
  gather.doubt = Doubt::Data;
  gather.hangsOnData = true;
  gather.reason = "data-dependent: index loaded at k.cu:6";
  gather.activeLanes = {32, 32, 32};
  gather.sectors = {1, std::nan(""), 32};
  gather.idealSectors = {1, std::nan(""), 4};
  Footprint unknown;
  unknown.doubt = Doubt::NotFollowed;
  unknown.reason = "result of a call to f(int)";
  Report r = sample::report({{5, AccessKind::Load, 4, 12, 8, exact(12, 4, 12)},
                             {6, AccessKind::Load, 4, 4, 4, exact(5, 4, 4)},
                             {7, AccessKind::Load, 4, 4, 0, gather},
                             {8, AccessKind::Store, 4, 4, 0, unknown},
                             {9, AccessKind::Load, 4, 12, 8, exact(12, 4, 12)}},
                            sample::assumed256(), "void ns::k<int>(float*)");
  r.kernels[0].mangled = "_ZN2ns1kIiEEvPf";
  r.kernels[0].notAnalysed.push_back({{"k.cu", 11, 3}, "inline assembly: it's \"odd\" | <tag>"});
  AuditedUnit &unit = r.units.emplace_back();
  unit.sourceFile = "k.cu";
  unit.arch = "sm_90";
  unit.profileName = "sample part";
  unit.llvmVersion = "22.1.8";
  unit.pointerAlignment = 256;
  unit.kernels = 1;
  r.findings = findingsOf(r, sample::target(), "pass --block to change");
  const auto source = [](const std::string &) {
    return std::optional<std::string>("1\n2\n3\n4\nx = a[3 * i + 2];\ny = a[i + 1];\nz = a[b[i]];\na[f(i)] = 0;\n"
                                      "w = a[3 * i + 2]; // NOLINT\n");
  };
  removeSilenced(r, source, {});
  addSourceTexts(r, source);
  r.assumptions = {"global pointers are 256-byte aligned"};
  return r;
}

std::string fileText(const std::string &name) {
  std::ifstream in(GOLDEN_FILES "/" + name);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Every format has a file that was looked through by a person. After a wanted change: SECTORSCOPE_WRITE_GOLDEN=1.
void expectGolden(const std::string &name, const std::function<void(const Report &, std::ostream &)> &print) {
  std::ostringstream text;
  print(sampleOfAll(), text);
  if (std::getenv("SECTORSCOPE_WRITE_GOLDEN"))
    std::ofstream(GOLDEN_FILES "/" + name) << text.str();
  EXPECT_EQ(text.str(), fileText(name)) << name;
}

TEST(Formats, Golden) {
  expectGolden("report.txt", [](const Report &r, std::ostream &out) { printText(r, {false, 100}, out); });
  expectGolden("report.json", [](const Report &r, std::ostream &out) { printJson(r, out); });
  expectGolden("report.check", [](const Report &r, std::ostream &out) { printCheck(r, out); });
  expectGolden("report.gcc", [](const Report &r, std::ostream &out) { printGcc(r, out); });
  expectGolden("report.rdjsonl", [](const Report &r, std::ostream &out) { printRdjsonl(r, out); });
  expectGolden("report.opt.yaml", [](const Report &r, std::ostream &out) { printRemarks(r, out); });
  expectGolden("baseline.json", [](const Report &r, std::ostream &out) {
    printBaseline(updatedBaseline({}, r, filesOf(r), [](const std::string &) { return true; }), out);
  });
  // The pages of the rules stand in it: their text is not this test's business.
  expectGolden("report.sarif", [](const Report &r, std::ostream &out) {
    std::ostringstream text;
    printSarif(r, {.rulePages = "https://example.org/rules"}, text);
    auto document = nlohmann::ordered_json::parse(text.str());
    for (auto &rule : document["runs"][0]["tool"]["driver"]["rules"]) {
      EXPECT_TRUE(rule["help"]["markdown"].get<std::string>().starts_with("# " + rule["id"].get<std::string>()));
      rule["help"]["markdown"] = "...";
    }
    out << document.dump(1) << '\n';
  });
}

nlohmann::json sarif(const Report &report, const SarifOptions &options = {}) {
  std::ostringstream text;
  printSarif(report, options, text);
  EXPECT_LE(text.str().size(), options.mostBytes);
  return nlohmann::json::parse(text.str());
}

TEST(Sarif, StaysUnderTheLimitsAndSaysSo) {
  Report r = sampleOfAll();
  r.findings.resize(1);
  r.silenced.clear();
  for (unsigned line = 100; line < 400; ++line) {
    r.findings.push_back(r.findings[0]);
    r.findings.back().place.line = line;
  }
  auto run = sarif(r, {.mostResults = 7})["runs"][0];
  EXPECT_EQ(run["results"].size(), 7U);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
            "294 results are left out: one upload takes 7 results and 10000000 bytes");
  const std::size_t empty = sarif({})["runs"][0].dump(2).size();
  run = sarif(r, {.mostBytes = empty + 60'000})["runs"][0];
  EXPECT_GT(run["results"].size(), 5U);
  EXPECT_LT(run["results"].size(), 301U);
  EXPECT_EQ(sarif(r)["runs"][0]["results"].size(), 301U);
  EXPECT_FALSE(sarif(r)["runs"][0]["invocations"][0].contains("toolExecutionNotifications"));
}

TEST(Sarif, NamesAreUris) {
  Report r = sampleOfAll();
  r.findings.resize(1);
  r.findings[0].place.file = "my files/k#1%.cu";
  EXPECT_EQ(sarif(r)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "my%20files/k%231%25.cu");
  r.findings[0].place = {};
  EXPECT_FALSE(sarif(r)["runs"][0]["results"][0].contains("locations"));
}

TEST(FindingLines, KnownOnesAreLeftOut) {
  Report r = sampleOfAll();
  const auto linesOf = [&](auto print) {
    std::ostringstream text;
    print(r, text);
    const std::string all = text.str();
    return std::count(all.begin(), all.end(), '\n');
  };
  ASSERT_EQ(r.findings.size(), 2U);
  EXPECT_EQ(linesOf(printGcc), 2);
  EXPECT_EQ(linesOf(printRdjsonl), 2);
  r.findings[0].baseline = BaselineState::Unchanged;
  r.findings[1].baseline = BaselineState::New;
  EXPECT_EQ(linesOf(printGcc), 1);
  EXPECT_EQ(linesOf(printRdjsonl), 1);
  std::ostringstream text;
  printRemarks(r, text);
  EXPECT_EQ(text.str().find("!Missed"), text.str().rfind("!Missed"));
  EXPECT_NE(text.str().find("!Missed"), std::string::npos);
}

} // namespace
