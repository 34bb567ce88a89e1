// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/Rules.h"
#include "report/Check.h"
#include "report/Json.h"
#include "report/Table.h"
#include "report/Text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <sstream>

using namespace sectorscope;
using sample::exact;

namespace {

Report mixed() {
  Footprint gather;
  gather.certainty = Certainty::Bounded;
  gather.doubt = Doubt::Data;
  gather.reason = "data-dependent: index loaded at k.cu:6";
  gather.activeLanes = {32, 32, 32};
  gather.sectors = {1, 16, 32};
  gather.idealSectors = {1, 2, 4};
  Footprint unknown;
  unknown.doubt = Doubt::NotFollowed;
  unknown.reason = "result of a call to f(int)";
  Footprint boundary = exact(0, 3.5, 4);
  boundary.sectors = {4, 4.7143, 6};
  boundary.idealSectors = {3, 3.5, 4};
  boundary.activeLanes = {8, 28.5714, 32};
  boundary.assumes = {"tail"};
  Report r = sample::report({{5, AccessKind::Load, 4, 4, 0, exact(4, 4, 4)},
                             {6, AccessKind::Load, 4, 12, 8, exact(12, 4, 12)},
                             {7, AccessKind::Load, 4, 4, 0, gather},
                             {8, AccessKind::Store, 4, 4, 0, unknown},
                             {9, AccessKind::Store, 4, 4, 0, boundary}});
  r.kernels[0].notAnalysed.push_back({{"k.cu", 11, 3}, "inline assembly: ld.global.cg.f32"});
  r.findings = findingsOf(r, sample::target(), "pass --block to change");
  r.assumptions = {"global pointers are 256-byte aligned"};
  return r;
}

std::string text(const Report &report, bool color = false, unsigned width = 100) {
  std::ostringstream out;
  printText(report, {color, width}, out);
  return out.str();
}

std::string check(const Report &report) {
  std::ostringstream out;
  printCheck(report, out);
  return out.str();
}

nlohmann::json json(const Report &report) {
  std::ostringstream out;
  printJson(report, out);
  return nlohmann::json::parse(out.str());
}

TEST(Text, WholeReport) {
  EXPECT_EQ(text(mixed()), R"(Sectorscope: 1 kernel, 5 accesses, 1 finding (target sm_90, sample part)
sectors: 32-byte pieces moved per request (one warp instruction), min/mean/max where they differ;
ideal: the fewest that hold the bytes asked for; traffic: sectors/ideal; lanes: active ones.

k(float*)  k.cu:3
  block 256x1x1 (assumed: pass --block to change), grid unknown
  line  access     sectors   ideal  traffic     lanes  sure     address
  5:10  load 4 B   4         4      1.0x        32     exact    a + 4*(256*ctaid.x + tid.x)
  6:10  load 4 B   12        4      3.0x        32     exact    a + 12*(256*ctaid.x + tid.x) + 8
  7:10  load 4 B   1..32     1..4   1.0..32.0x  32     bounded  a + 4*(256*ctaid.x + tid.x)
        bounded because: data-dependent: index loaded at k.cu:6
  8:10  store 4 B  ?         ?      ?           ?      unknown  a + 4*(256*ctaid.x + tid.x)
        unknown because: result of a call to f(int)
  9:10  store 4 B  4/4.71/6  3.5    1.35x       28.57  exact    a + 4*(256*ctaid.x + tid.x)
  assumes: all warps full but one at the end (tail)

Findings (1)

  k.cu:6:10  warning  [excess-sectors]
    load of 4 bytes per lane moves 12 sectors per request, ideal 4 (3.0x); block 256x1x1 assumed,
    pass --block to change
    kernel    k(float*)
    evidence  address a + 12*(256*ctaid.x + tid.x) + 8: neighbouring lanes are 12 bytes apart, 33.3%
              of the bytes moved are asked for
    advice    keep this field in an array of its own (structure of arrays), or read whole elements
              with 8- or 16-byte loads

Not analysed (1)
  k.cu:11:3: inline assembly: ld.global.cg.f32 (in k(float*))

How sure
  exact 3 (50 %), bounded 1 (16.7 %), unknown 1 (16.7 %), not analysed 1 (16.7 %)
  assumed: global pointers are 256-byte aligned
)");
}

TEST(Text, NoColourUnlessAskedAndNoLineBeyondTheWidth) {
  Report r = mixed();
  r.kernels[0].launches[0].accesses[0].address =
      "a + 4*(n*(8*ctaid.y + tid.y) + 32*ctaid.x + tid.x + (k + 1 < n ? k + 1 : 0)) + 8*(m*ctaid.z + tid.z)";
  for (const unsigned width : {80U, 100U, 140U}) {
    std::istringstream lines(text(r, false, width));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), width) << line;
      EXPECT_EQ(line.find('\033'), std::string::npos);
    }
  }
  EXPECT_NE(text(r, true).find("\033[31m"), std::string::npos);
}

TEST(Text, CopiesAreOneRowAndParametersAreAskedFor) {
  Footprint bounded = exact(0, 4, 0);
  bounded.certainty = Certainty::Bounded;
  bounded.doubt = Doubt::StartOfData;
  bounded.reason = "start of the data hangs on n";
  bounded.sectors = {4, 4.5, 5};
  Report r = sample::report({{5, AccessKind::Load, 4, 4, 0, bounded}, {5, AccessKind::Load, 4, 4, 128, bounded}});
  ParamLeaf n;
  n.argument = 3;
  n.name = "n";
  n.width = 32;
  r.kernels[0].graph.param(n);
  const std::string out = text(r);
  EXPECT_NE(out.find("5:10  load 4 B x2  4..5"), std::string::npos) << out;
  EXPECT_EQ(out.find("5:10", out.find("5:10") + 1), std::string::npos) << out;
  EXPECT_NE(out.find("more is exact with --assume n=VALUE"), std::string::npos) << out;
}

TEST(Text, NeverExecutedIsSaid) {
  Footprint never = exact(0, 0, 0);
  never.activeLanes = {0, 0, 0};
  const std::string out = text(sample::report({{5, AccessKind::Load, 4, 4, 0, never}}));
  EXPECT_NE(out.find("5:10  load 4 B  0        0      -        0      exact  a + 4*(256*ctaid.x + tid.x)\n"
                     "        never executed in this launch"),
            std::string::npos)
      << out;
}

TEST(Text, EmptyReport) {
  const std::string out = text(Report{});
  EXPECT_NE(out.find("0 kernels, 0 accesses, 0 findings"), std::string::npos);
  EXPECT_NE(out.find("No findings"), std::string::npos);
}

TEST(Table, WrapsTheLastColumn) {
  EXPECT_EQ(wrapped("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrapped("longword b", 4), (std::vector<std::string>{"longword", "b"}));
  EXPECT_EQ(wrapped("a + 12", 4), (std::vector<std::string>{"a", "+ 12"}));
  EXPECT_EQ(wrapped("", 4), (std::vector<std::string>{""}));
}

TEST(Check, OneLinePerAccess) {
  EXPECT_EQ(check(mixed()),
            "sectorscope-check-format 1\n"
            "k.cu:5 load 4B sectors=4/4/4 ideal=4 lanes=32 exact block=256x1x1 kernel=k(float*)\n"
            "k.cu:6 load 4B sectors=12/12/12 ideal=4 lanes=32 exact block=256x1x1 kernel=k(float*)\n"
            "k.cu:7 load 4B sectors=1..32 ideal=1..4 lanes=32..32 bounded block=256x1x1 kernel=k(float*)\n"
            "k.cu:8 store 4B sectors=? ideal=? lanes=? unknown block=256x1x1 kernel=k(float*)\n"
            "k.cu:9 store 4B sectors=4/4.7143/6 ideal=3.5 lanes=28.5714 exact block=256x1x1 kernel=k(float*)\n"
            "k.cu:11 not-analysed kernel=k(float*) what=inline assembly: ld.global.cg.f32\n");
}

TEST(Json, SameReportSameBytes) {
  std::ostringstream a, b;
  printJson(mixed(), a);
  printJson(mixed(), b);
  EXPECT_EQ(a.str(), b.str());
}

TEST(Json, FieldsOfTheContract) {
  const nlohmann::json doc = json(mixed());
  EXPECT_EQ(doc["schema"], "sectorscope-report/1");
  EXPECT_EQ(doc["tool"]["llvm"], "22.1.8");
  EXPECT_EQ(doc["target"], (nlohmann::json{{"arch", "sm_90"}, {"profile", "sample part"}}));
  const nlohmann::json &launch = doc["kernels"][0]["launches"][0];
  EXPECT_EQ(launch["origin"], "assumed");
  EXPECT_TRUE(launch["file"].is_null());
  EXPECT_TRUE(launch["line"].is_null());
  EXPECT_TRUE(launch["grid"].is_null());
  EXPECT_EQ(launch["block"], (nlohmann::json{256, 1, 1}));
  const nlohmann::json &access = launch["accesses"][4];
  EXPECT_EQ(access["id"], "0.4");
  EXPECT_EQ(access["status"], "exact");
  EXPECT_EQ(access["sectors_per_request"].dump(), R"({"max":6,"mean":4.7143,"min":4})");
  EXPECT_EQ(access["assumes"], nlohmann::json::array({"tail"}));
  EXPECT_TRUE(access["reason"].is_null());
  EXPECT_TRUE(access["doubt"].is_null());
  EXPECT_TRUE(launch["accesses"][3]["sectors_per_request"].is_null()) << "an unknown number must not look like 0";
  EXPECT_EQ(launch["accesses"][3]["reason"], "result of a call to f(int)");
  EXPECT_EQ(launch["accesses"][3]["doubt"], "not-followed");
  EXPECT_EQ(doc["kernels"][0]["not_analysed"][0]["what"], "inline assembly: ld.global.cg.f32");
  EXPECT_EQ(doc["findings"][0]["rule"], "excess-sectors");
  EXPECT_EQ(doc["coverage"].dump(), R"({"bounded":1,"exact":3,"not_analysed":1,"unknown":1})");
}

/// Evaluates the serialised graph for one thread, from the JSON alone.
std::int64_t evaluate(const nlohmann::json &expr, std::int64_t base, unsigned ntid, unsigned ctaid, unsigned tid) {
  std::vector<std::int64_t> values;
  for (const nlohmann::json &node : expr["nodes"]) {
    const std::string op = node["op"];
    const auto operand = [&](std::size_t n) { return values.at(node["of"][n]); };
    if (op == "const")
      values.push_back(node["value"]);
    else if (op == "param")
      values.push_back(base);
    else if (op == "tid")
      values.push_back(tid);
    else if (op == "ctaid")
      values.push_back(ctaid);
    else if (op == "ntid")
      values.push_back(ntid);
    else if (op == "sext")
      values.push_back(operand(0));
    else if (op == "add")
      values.push_back(operand(0) + operand(1));
    else if (op == "mul")
      values.push_back(operand(0) * operand(1));
    else
      throw std::runtime_error("unexpected " + op);
  }
  return values.at(expr["address"]);
}

TEST(Json, ExpressionGraphCanBeEvaluatedForAnotherBlock) {
  const nlohmann::json doc = json(mixed());
  const nlohmann::json &expr = doc["kernels"][0]["launches"][0]["accesses"][1]["expr"];
  EXPECT_EQ(evaluate(expr, 1 << 20, 128, 3, 7), (1 << 20) + 12 * (3 * 128 + 7) + 8);
  EXPECT_TRUE(expr["guard"].is_null());
}

} // namespace
