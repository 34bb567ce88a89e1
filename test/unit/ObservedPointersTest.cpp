// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that do not start where allocators let objects start, against brute force: every byte that every thread
// touches, put into sets.

#include "SampleReport.h"

#include "model/Traffic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "report/Json.h"
#include "report/ReadJson.h"
#include "report/Text.h"

namespace sectorscope {
namespace {

constexpr unsigned kBlock = 64, kBlocks = 17;
constexpr std::int64_t kThreads = 1040; // of 1088; the last warps are idle, one of them in half

/// a[scale * i + offset] of threads i < n, in bytes.
struct Scene {
  AccessKind kind;
  unsigned bytes;
  std::uint64_t scale, offset, residue;
  const char *name = "a"; ///< of the pointer: a parameter or a field of one

  Kernel kernel() const {
    Kernel kernel;
    kernel.name = kernel.mangled = "k";
    ExprGraph &g = kernel.graph;
    const ExprId index =
        g.binary(Op::Add, g.binary(Op::Mul, g.leaf(Op::Ctaid, 32, 0), g.leaf(Op::Ntid, 32, 0)), g.leaf(Op::Tid, 32, 0));
    const ExprId base = g.param({.argument = 0, .offset = 8, .name = name, .width = 64, .isPointer = true});
    const ExprId n = g.param({.argument = 1, .name = "n", .width = 32});
    AccessSite site{.bytesPerLane = bytes};
    site.kind = kind;
    site.address = g.binary(
        Op::Add, g.binary(Op::Add, base, g.binary(Op::Mul, g.unary(Op::SExt, 64, index), g.constant(scale, 64))),
        g.constant(offset, 64));
    site.guard = g.binary(Op::Slt, index, n);
    kernel.sites.push_back(site);
    return kernel;
  }

  LaunchShape launch() const {
    LaunchShape launch{.origin = LaunchOrigin::Observed, .place = {}, .block = Dim3{kBlock, 1, 1}};
    launch.grid = Dim3{kBlocks, 1, 1};
    launch.arguments = {{"n", kThreads}};
    launch.pointers = {{name, residue}};
    launch.times = 1;
    return launch;
  }
};

struct Expected {
  double requests = 0, sectors = 0, lines = 0, partial = 0, least = 1e9, most = 0;
  std::set<std::uint64_t> distinct, distinctLines;
  std::size_t distinctPartial = 0;
};

Expected bruteForce(const Scene &scene) {
  Expected out;
  std::set<std::uint64_t> all;
  const std::uint64_t start = (std::uint64_t{1} << 40) + scene.residue + scene.offset;
  for (std::int64_t warp = 0; warp < kThreads; warp += 32) {
    std::set<std::uint64_t> bytes, sectors, lines;
    for (std::int64_t thread = warp; thread < std::min(kThreads, warp + 32); ++thread)
      for (unsigned byte = 0; byte < scene.bytes; ++byte)
        bytes.insert(start + scene.scale * static_cast<std::uint64_t>(thread) + byte);
    for (const std::uint64_t byte : bytes) {
      sectors.insert(byte / 32);
      lines.insert(byte / 128);
    }
    const auto isOpen = [](const std::set<std::uint64_t> &in, std::uint64_t sector) {
      return std::distance(in.lower_bound(32 * sector), in.lower_bound(32 * (sector + 1))) < 32;
    };
    ++out.requests;
    out.sectors += static_cast<double>(sectors.size());
    out.lines += static_cast<double>(lines.size());
    out.least = std::min(out.least, static_cast<double>(sectors.size()));
    out.most = std::max(out.most, static_cast<double>(sectors.size()));
    out.partial += static_cast<double>(std::ranges::count_if(sectors, [&](auto s) { return isOpen(bytes, s); }));
    out.distinct.insert(sectors.begin(), sectors.end());
    all.insert(bytes.begin(), bytes.end());
  }
  for (const std::uint64_t sector : out.distinct)
    out.distinctPartial +=
        std::distance(all.lower_bound(32 * sector), all.lower_bound(32 * (sector + 1))) < 32 ? 1U : 0U;
  return out;
}

void compare(const Scene &scene, const AuditOptions &options = {}) {
  SCOPED_TRACE(testing::Message() << toString(scene.kind) << " of " << scene.bytes << " bytes, " << scene.scale
                                  << " * i + " << scene.offset << ", " << scene.name << " = " << scene.residue);
  const Expected expected = bruteForce(scene);
  const Kernel kernel = scene.kernel();
  const LaunchShape launch = scene.launch();
  const TargetModel target = *builtinTarget("sm_90");
  const Footprint f = footprintOf(kernel, kernel.sites[0], launch, target, options);
  ASSERT_EQ(f.certainty, Certainty::Exact) << f.reason;
  EXPECT_EQ(f.requests, static_cast<std::uint64_t>(expected.requests));
  EXPECT_EQ(f.sectors.min, expected.least);
  EXPECT_EQ(f.sectors.max, expected.most);
  EXPECT_NEAR(f.sectors.mean, expected.sectors / expected.requests, 1e-9);
  EXPECT_NEAR(f.lines.mean, expected.lines / expected.requests, 1e-9);
  if (scene.kind == AccessKind::Store) {
    EXPECT_NEAR(f.partialSectors.mean, expected.partial / expected.requests, 1e-9);
  }
  std::size_t budget = options.traffic;
  const LaunchTotals totals = trafficOf(kernel, {f}, launch, target, options.pointerAlignment, budget).totals;
  const Moved &moved = scene.kind == AccessKind::Store ? totals.written : totals.read;
  EXPECT_EQ(moved.distinctSectors, expected.distinct.size()) << totals.reason;
  EXPECT_EQ(moved.sectors, expected.sectors);
  if (scene.kind == AccessKind::Store) {
    EXPECT_EQ(totals.fillSectors, static_cast<double>(expected.distinctPartial));
  }
}

TEST(ObservedPointers, AgreeWithBruteForce) {
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store})
    for (const unsigned bytes : {1U, 4U, 16U})
      for (const unsigned elements : {1U, 2U, 3U, 9U})
        for (const std::uint64_t residue : {0U, 4U, 16U, 28U, 32U, 112U, 240U})
          if (residue % bytes == 0)
            compare({.kind = kind, .bytes = bytes, .scale = bytes * elements, .offset = 0, .residue = residue});
}

TEST(ObservedPointers, MoveWhatIsAddedToThem) {
  compare({.kind = AccessKind::Load, .bytes = 4, .scale = 4, .offset = 16, .residue = 16}); // a boundary again
  compare({.kind = AccessKind::Store, .bytes = 4, .scale = 4, .offset = ~0ULL - 3, .residue = 4});
}

TEST(ObservedPointers, AFieldOfAStructIsOneToo) {
  compare({.kind = AccessKind::Load, .bytes = 4, .scale = 4, .offset = 0, .residue = 16, .name = "view.data"});
}

TEST(ObservedPointers, GoBeforeTheAlignmentThatIsBelieved) {
  for (const std::uint64_t alignment : {1U, 16U, 256U, 4096U}) {
    AuditOptions options;
    options.pointerAlignment = alignment;
    for (const std::uint64_t residue : {0U, 16U})
      compare({.kind = AccessKind::Store, .bytes = 4, .scale = 4, .offset = 0, .residue = residue}, options);
  }
}

TEST(ObservedPointers, AreNotNull) {
  Scene scene{.kind = AccessKind::Load, .bytes = 4, .scale = 4, .offset = 0, .residue = 16};
  Kernel kernel = scene.kernel();
  ExprGraph &g = kernel.graph;
  const ExprId base = g.param(kernel.graph.params[0]);
  AccessSite &site = kernel.sites[0];
  site.guard = g.binary(Op::And, site.guard, g.binary(Op::Ne, base, g.constant(0, 64)));
  const TargetModel target = *builtinTarget("sm_90");
  LaunchShape launch = scene.launch();
  EXPECT_EQ(footprintOf(kernel, site, launch, target).requests, 33U);
  launch.pointers.clear();
  EXPECT_FALSE(footprintOf(kernel, site, launch, target).requests);
  launch.arguments["a"] = 0;
  EXPECT_EQ(footprintOf(kernel, site, launch, target).requests, 0U);
}

Report reportOf(const Scene &scene, std::uint64_t alignment = 256) {
  Program program{.sourceFile = "k.cu", .arch = "sm_90", .llvmVersion = "22.1.8", .kernels = {scene.kernel()}};
  AuditOptions options;
  options.pointerAlignment = alignment;
  options.hostLaunches = [&](const Kernel &) { return std::vector<LaunchShape>{scene.launch()}; };
  return audit(program, *builtinTarget("sm_90"), options);
}

bool believesInAlignment(const Report &report) {
  return std::ranges::any_of(report.assumptions,
                             [](const std::string &text) { return text.find("aligned") != std::string::npos; });
}

TEST(ObservedPointers, StandInTheReportInPlaceOfTheAssumption) {
  const Report report = reportOf({.kind = AccessKind::Load, .bytes = 4, .scale = 4, .offset = 0, .residue = 16});
  EXPECT_FALSE(believesInAlignment(report));
  std::ostringstream text, json;
  printText(report, {}, text);
  EXPECT_NE(text.str().find("block 64x1x1 (observed), grid 17x1x1, n = 1040, a = 16 mod 256"), std::string::npos)
      << text.str();
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].rule, "misaligned");
  EXPECT_NE(report.findings[0].message.find("block 64x1x1 as launched in the run"), std::string::npos)
      << report.findings[0].message;
  EXPECT_NE(
      report.findings[0].evidence.find("starts 16 bytes past a 32-byte boundary, since a was passed 16 bytes past one"),
      std::string::npos)
      << report.findings[0].evidence;

  // Read back, it is the same.
  printJson(report, json);
  const std::vector<ReadUnit> units = readJsonReport(json.str());
  AuditOptions again;
  again.earlierLaunches = [&](const Kernel &kernel) { return units[0].launches.at(kernel.mangled); };
  std::ostringstream second;
  printJson(audit(units[0].program, *builtinTarget("sm_90"), again), second);
  EXPECT_EQ(second.str(), json.str());
}

TEST(ObservedPointers, TheAssumptionStaysForOthers) {
  const Scene scene{.kind = AccessKind::Load, .bytes = 4, .scale = 4, .offset = 0, .residue = 16};
  Program program{.sourceFile = "k.cu", .arch = "sm_90", .llvmVersion = "22.1.8", .kernels = {scene.kernel()}};
  AuditOptions options;
  options.hostLaunches = [&](const Kernel &) {
    LaunchShape other = scene.launch();
    other.pointers.clear();
    return std::vector<LaunchShape>{scene.launch(), other};
  };
  const Report report = audit(program, *builtinTarget("sm_90"), options);
  EXPECT_EQ(report.assumptions.at(0), "global pointers are 256-byte aligned where none was observed");
  EXPECT_EQ(report.kernels[0].launches[0].accesses[0].footprint.sectors.max, 5);
  EXPECT_EQ(report.kernels[0].launches[1].accesses[0].footprint.sectors.max, 4);
}

} // namespace
} // namespace sectorscope
