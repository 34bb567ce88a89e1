// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "report/Json.h"
#include "report/ReadJson.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <limits>
#include <sstream>

using namespace sectorscope;

namespace {

/// A kernel with a value of every kind that is easily lost: 64-bit constants, odd widths, flags, equal leaves that are
/// not the same, a recurrence, a site without a place.
Kernel trickyKernel() {
  Kernel kernel;
  kernel.name = "k<\"quoted\">(float*)";
  kernel.mangled = "_Z1k";
  kernel.place = {"k.cu", 3, 7};
  kernel.parameters = {"a", "arg1"};
  kernel.shortNames = {"k<\"quoted\">", "k"};
  kernel.maxThreads = 96;
  kernel.axesUsed = 2;
  kernel.notAnalysed = {{{"", 0, 0}, "call to f()"}};
  ExprGraph &g = kernel.graph;
  g.globals.push_back({"tile", 16, true});
  ParamLeaf field{.argument = 1, .offset = 8, .name = "view.ld", .width = 16, .modulus = 8, .residue = 3};
  const ExprId ld = g.param(field);
  const ExprId base = sample::linearAddress(g, "a", 4, ~0ULL << 63);
  const ExprId one = g.opaque({"index loaded", {"k.cu", 9, 2}, true}, 64);
  const ExprId other = g.opaque({"index loaded", {"k.cu", 9, 2}, true}, 64);
  const ExprId loaded = g.loaded(g.binary(Op::Add, base, one, NoUnsignedWrap), 1, {"flag", {}, false});
  const ExprId start = g.constant(5, 64);
  g.recurrences.push_back({1, start, {}});
  g.recurrences[0].step = g.binary(Op::Xor, g.leaf(Op::RecurVar, 64, 0), other);
  const ExprId recur = g.make({.op = Op::Recur, .width = 64, .a = g.leaf(Op::Counter, 32, 1), .payload = 0});
  const ExprId wide = g.binary(Op::Mul, g.unary(Op::SExt, 64, ld), recur, NoSignedWrap | NoUnsignedWrap);

  const ExprId running = g.binary(Op::Ult, g.leaf(Op::Counter, 32, 0), g.constant(~0ULL, 32));
  kernel.loops = {{{"k.cu", 4, 1}, loaded, running}, {}};

  AccessSite &site = kernel.sites.emplace_back();
  site.inlineStack = {{"k", {"k.cu", 3, 0}}, {"put(int)", {"", 0, 0}}};
  site.kind = AccessKind::Copy;
  site.space = AddressSpace::Generic;
  site.bytesPerLane = 16;
  site.copyBytes = 48;
  site.copyStart = base;
  site.atomic = AtomicForm::Retried;
  site.reduction = WarpReduction::FullWarps;
  site.isMatrix = site.bypassesL1 = site.inSystemHeader = true;
  site.address = g.binary(Op::Add, g.binary(Op::Add, base, one), wide);
  site.guard = loaded;
  site.moves = g.binary(Op::Slt, one, other);
  site.into = g.leaf(Op::Global, 64, 0);
  site.loops = {0, 1};
  site.calledInstruction = 4;
  site.accessed = "a";
  site.objectBytes = std::numeric_limits<std::uint64_t>::max();
  site.pitches = {1056, 132};

  // Of guards that no access has: one of the block, one that every lane passes.
  const ExprId firstHalf = g.binary(Op::Ult, g.leaf(Op::Tid, 32, 0), g.constant(7, 32));
  kernel.work = {{firstHalf, {}, {.half = 1, .single = 2, .twice = 3}}, {{}, {1}, {.single = 5}}};
  kernel.workNotCounted = {{{"k.cu", 11, 4}, "tensor-core arithmetic"}};
  kernel.dividesOrTakesRoots = true;
  return kernel;
}

Program trickyProgram() {
  Program program{.sourceFile = "k.cu", .arch = "sm_90", .llvmVersion = "22.1.8", .unoptimised = true, .kernels = {}};
  program.kernels.push_back(trickyKernel());
  return program;
}

std::string text(const Report &report) {
  std::ostringstream out;
  printJson(report, out);
  return out.str();
}

Report reportOf(const Program &program, const AuditOptions &options = {}) {
  return audit(program, sample::target(), options);
}

std::string complaint(const std::string &json) {
  try {
    readJsonReport(json);
  } catch (const std::exception &error) {
    return error.what();
  }
  return "no complaint";
}

/// What is said of a good report after a change.
std::string complaintAfter(const std::function<void(nlohmann::json &)> &change) {
  nlohmann::json document = nlohmann::json::parse(text(reportOf(trickyProgram())));
  change(document);
  return complaint(document.dump());
}

nlohmann::json &graphOf(nlohmann::json &document) { return document["kernels"][0]["source"]["graph"]; }

TEST(ReadJson, EveryFieldComesBack) {
  const Report report = reportOf(trickyProgram());
  const std::vector<ReadUnit> units = readJsonReport(text(report));
  ASSERT_EQ(units.size(), 1U);
  const Program &program = units[0].program;
  EXPECT_EQ(program.sourceFile, "k.cu");
  EXPECT_EQ(program.arch, "sm_90");
  EXPECT_EQ(program.llvmVersion, "22.1.8");
  EXPECT_TRUE(program.unoptimised);
  ASSERT_EQ(program.kernels.size(), 1U);
  const Kernel &kernel = program.kernels[0], expected = trickyKernel();
  EXPECT_EQ(kernel.name, expected.name);
  EXPECT_EQ(kernel.mangled, expected.mangled);
  EXPECT_EQ(kernel.place, expected.place);
  EXPECT_EQ(kernel.parameters, expected.parameters);
  EXPECT_EQ(kernel.shortNames, expected.shortNames);
  EXPECT_EQ(kernel.requiredBlock, expected.requiredBlock);
  EXPECT_EQ(kernel.maxThreads, expected.maxThreads);
  EXPECT_EQ(kernel.axesUsed, expected.axesUsed);
  EXPECT_EQ(kernel.notAnalysed, expected.notAnalysed);
  ASSERT_EQ(kernel.loops.size(), 2U);
  EXPECT_EQ(kernel.loops[0].place, expected.loops[0].place);
  EXPECT_TRUE(kernel.loops[0].entered && kernel.loops[0].running && !kernel.loops[1].entered);
  ASSERT_EQ(kernel.sites.size(), 1U);
  const AccessSite &site = kernel.sites[0], &wanted = expected.sites[0];
  EXPECT_EQ(site.inlineStack, wanted.inlineStack);
  EXPECT_EQ(site.place, wanted.place);
  EXPECT_EQ(site.kind, wanted.kind);
  EXPECT_EQ(site.space, wanted.space);
  EXPECT_EQ(site.copyBytes, wanted.copyBytes);
  EXPECT_EQ(site.atomic, wanted.atomic);
  EXPECT_EQ(site.reduction, wanted.reduction);
  EXPECT_TRUE(site.isMatrix && site.bypassesL1 && site.inSystemHeader);
  EXPECT_EQ(site.loops, wanted.loops);
  EXPECT_EQ(site.calledInstruction, wanted.calledInstruction);
  EXPECT_EQ(site.accessed, wanted.accessed);
  EXPECT_EQ(site.objectBytes, wanted.objectBytes);
  EXPECT_EQ(site.pitches, wanted.pitches);
  EXPECT_TRUE(site.copyStart && site.address && site.guard && site.moves && site.into);
  ASSERT_EQ(kernel.work.size(), 2U);
  EXPECT_TRUE(kernel.work[0].guard && !kernel.work[1].guard);
  EXPECT_EQ(kernel.work[1].loops, (std::vector<unsigned>{1}));
  EXPECT_EQ(kernel.work[0].perLane.half, 1);
  EXPECT_EQ(kernel.work[0].perLane.single, 2);
  EXPECT_EQ(kernel.work[0].perLane.twice, 3);
  EXPECT_EQ(kernel.workNotCounted, expected.workNotCounted);
  EXPECT_TRUE(kernel.dividesOrTakesRoots);

  const ExprGraph &graph = kernel.graph;
  ASSERT_EQ(graph.params.size(), 2U);
  EXPECT_EQ(graph.params[0].name, "view.ld");
  EXPECT_EQ(graph.params[0].modulus, 8U);
  EXPECT_EQ(graph.params[0].residue, 3U);
  EXPECT_TRUE(graph.globals.at(0).isPrivate);
  EXPECT_EQ(graph.opaques.size(), 3U);
  EXPECT_FALSE(graph.opaques.at(2).varying);
  EXPECT_EQ(graph.recurrences.at(0).loop, 1U);
  // Two leaves that say the same are two values.
  EXPECT_NE(graph[site.moves].a, graph[site.moves].b);
}

TEST(ReadJson, AnotherAuditSaysTheSame) {
  AuditOptions given;
  given.arguments = {{"view.ld", std::numeric_limits<std::int64_t>::min()}};
  given.multiples = {{"view.ld", 8}};
  given.grid = Dim3{3, 1, 1};
  given.anyBlock = true;
  given.pointerAlignment = 4;
  AuditOptions shaped;
  shaped.block = Dim3{20, 10, 1};
  for (const AuditOptions &options : {AuditOptions(), given, shaped}) {
    const std::string first = text(reportOf(trickyProgram(), options));
    const std::vector<ReadUnit> units = readJsonReport(first);
    AuditOptions again;
    again.pointerAlignment = units.at(0).unit.pointerAlignment;
    again.earlierLaunches = [&](const Kernel &kernel) { return units[0].launches.at(kernel.mangled); };
    EXPECT_EQ(text(reportOf(units[0].program, again)), first);
  }
}

TEST(ReadJson, TotalsAndOperationsOfALaunchComeBack) {
  Program program{.sourceFile = "k.cu", .arch = "sm_90", .llvmVersion = "22.1.8", .kernels = {}};
  Kernel &kernel = program.kernels.emplace_back();
  kernel.name = kernel.mangled = "k";
  ExprGraph &g = kernel.graph;
  kernel.sites.push_back({.bytesPerLane = 4, .address = sample::linearAddress(g, "a", 4), .guard = g.constant(1, 1)});
  const ExprId guard = g.binary(Op::Ult, g.leaf(Op::Tid, 32, 0), g.constant(7, 32)); // which no access has
  kernel.work = {{guard, {}, {.half = 1, .single = 2, .twice = 3}}};
  kernel.dividesOrTakesRoots = true;
  AuditOptions options;
  options.block = Dim3{64, 1, 1};
  options.grid = Dim3{3, 1, 1};
  options.traffic = 6; // warps, which is all that the launch has
  const Report report = reportOf(program, options);
  const LaunchReport &launch = report.kernels[0].launches[0];
  ASSERT_TRUE(launch.totals && launch.totals->flop);
  EXPECT_EQ(launch.totals->requests, 6);
  EXPECT_EQ(launch.totals->flop->single, 3 * 7 * 2); // seven lanes of each block

  const std::vector<ReadUnit> units = readJsonReport(text(report));
  EXPECT_EQ(units.at(0).unit.trafficEffort, 6U);
  AuditOptions again;
  again.traffic = units[0].unit.trafficEffort;
  again.earlierLaunches = [&](const Kernel &kernel) { return units[0].launches.at(kernel.mangled); };
  EXPECT_EQ(text(reportOf(units[0].program, again)), text(report));
}

TEST(ReadJson, ALaunchKeepsWhatItRestsOn) {
  AuditOptions options;
  options.hostLaunches = [](const Kernel &) {
    LaunchShape known{.origin = LaunchOrigin::HostCode, .place = {"k.cu", 20, 3}, .block = Dim3{64, 1, 1}};
    LaunchShape onlyGrid{.origin = LaunchOrigin::HostCode, .place = {"k.cu", 21, 3}, .grid = Dim3{5, 1, 1}};
    return std::vector<LaunchShape>{known, onlyGrid};
  };
  const auto launches = readJsonReport(text(reportOf(trickyProgram(), options))).at(0).launches.at("_Z1k");
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].origin, LaunchOrigin::HostCode);
  EXPECT_EQ(launches[0].place, (SourcePlace{"k.cu", 20, 3}));
  EXPECT_EQ(launches[0].block, (Dim3{64, 1, 1}));
  EXPECT_EQ(launches[1].origin, LaunchOrigin::Assumed);
  EXPECT_EQ(launches[1].grid, (Dim3{5, 1, 1}));
}

TEST(ReadJson, DamageIsToldWithItsPlace) {
  EXPECT_EQ(complaint(""), "is no JSON document, or one that was cut off");
  EXPECT_EQ(complaint("[1, 2]"), "its schema is not sectorscope-report/1");
  EXPECT_EQ(complaint(R"({"schema": 3})"), "its schema is not sectorscope-report/1");
  EXPECT_EQ(complaintAfter([](auto &) {}), "no complaint");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0].erase("source"); }), "kernels[0]: 'source' is missing");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["line"] = -1; }),
            "kernels[0].line: expected a whole number from 0 to 4294967295");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["launches"].clear(); }),
            "kernels[0].launches: expected at least one");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["launches"][0]["origin"] = "guessed"; }),
            "kernels[0].launches[0].origin: 'guessed' is no origin of a launch");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["launches"][0]["block"] = nullptr; }),
            "kernels[0].launches[0].block: only a launch of an option has none");
  EXPECT_EQ(complaintAfter([](auto &d) { d["units"][0]["pointer_alignment"] = 24; }),
            "units[0].pointer_alignment: expected a power of two");
  EXPECT_EQ(complaintAfter([](auto &d) { d["units"].clear(); }), "units: have 0 kernels, the report has 1");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["source"]["sites"][0]["loops"][0] = 2; }),
            "kernels[0].source.sites[0].loops[0]: the kernel has 2 loops");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["source"]["work"][1]["loops"][0] = 2; }),
            "kernels[0].source.work[1].loops[0]: the kernel has 2 loops");
  EXPECT_EQ(complaintAfter([](auto &d) { d["kernels"][0]["source"]["work"][0]["flop_per_lane"]["half"] = -1; }),
            "kernels[0].source.work[0].flop_per_lane.half: expected a whole number from 0 to 4294967295");
}

TEST(ReadJson, ExpressionsThatNoTranslationMakesAreRefused) {
  const auto node = [](const char *op, std::initializer_list<unsigned> of, unsigned width) {
    nlohmann::json json{{"op", op}, {"width", width}};
    if (of.size())
      json["of"] = of;
    return json;
  };
  const auto complaintWith = [&](const nlohmann::json &added) {
    const std::string full = complaintAfter([&](auto &d) { graphOf(d)["nodes"].push_back(added); });
    return full.substr(full.rfind("]: ") == std::string::npos ? 0 : full.rfind("]: ") + 3);
  };
  EXPECT_EQ(complaintWith(node("laneid", {}, 32)), "no complaint");
  EXPECT_EQ(complaintWith(node("add", {0}, 64)), "has 1 operands, expected 2");
  EXPECT_NE(complaintWith(node("add", {0, 900}, 64)).find("no node 900"), std::string::npos);
  EXPECT_EQ(complaintWith({{"op", "tid"}, {"width", 32}, {"payload", 3}}), "its payload stands for nothing");
  EXPECT_EQ(complaintWith({{"op", "counter"}, {"width", 32}, {"payload", 2}}), "its payload stands for nothing");
  EXPECT_EQ(complaintWith({{"op", "param"}, {"width", 8}, {"payload", 0}}), "is not as wide as its parameter");
  EXPECT_NE(complaintWith(node("frobnicate", {}, 8)).find("unknown operator 'frobnicate'"), std::string::npos);
  EXPECT_EQ(complaintWith(node("select", {0, 0, 0}, 7)), "widths do not fit the operator select");
  // A recurrence that begins with itself would never end.
  EXPECT_EQ(complaintAfter([](auto &d) {
              const auto &nodes = graphOf(d)["nodes"];
              for (std::size_t at = 0; at < nodes.size(); ++at)
                if (nodes[at]["op"] == "recur")
                  graphOf(d)["recurrences"][0]["start"] = at;
            }),
            "kernels[0].source.graph.recurrences[0]: is no recurrence of the nodes that name it");
}

} // namespace
