// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

Kernel kernel() {
  Kernel k;
  k.name = "k(float*)";
  k.mangled = "_Z1kPf";
  k.place = {"k.cu", 3, 0};
  AccessSite site;
  site.place = {"k.cu", 4, 10};
  site.inlineStack.push_back({k.name, site.place});
  site.bytesPerLane = 4;
  site.address = sample::linearAddress(k.graph, "a", 8);
  site.guard = k.graph.constant(1, 1);
  k.sites.push_back(site);
  return k;
}

Program programOf(Kernel k) {
  Program p;
  p.sourceFile = "k.cu";
  p.arch = "sm_90";
  p.llvmVersion = "22.1.8";
  p.kernels.push_back(std::move(k));
  return p;
}

const LaunchShape &shapeOf(const Report &report) { return report.kernels.at(0).launches.at(0).shape; }

TEST(Audit, AssumesAShapeForTheAxesThatAreRead) {
  Kernel k = kernel();
  EXPECT_EQ(assumedLaunch(k, sample::target()).block, (Dim3{256, 1, 1}));
  k.axesUsed = 2;
  EXPECT_EQ(assumedLaunch(k, sample::target()).block, (Dim3{32, 8, 1}));
  k.axesUsed = 3;
  EXPECT_EQ(assumedLaunch(k, sample::target()).block, (Dim3{32, 4, 2}));
  k.maxThreads = 64;
  EXPECT_EQ(assumedLaunch(k, sample::target()).block, (Dim3{32, 2, 1}));
}

TEST(Audit, LaunchPrecedence) {
  AuditOptions options;
  EXPECT_EQ(shapeOf(audit(programOf(kernel()), sample::target(), options)).origin, LaunchOrigin::Assumed);

  options.hostLaunches = [](const Kernel &) {
    LaunchShape launch;
    launch.origin = LaunchOrigin::HostCode;
    launch.place = {"k.cu", 20, 3};
    launch.block = Dim3{128, 1, 1};
    return std::vector<LaunchShape>{launch, launch};
  };
  const Report host = audit(programOf(kernel()), sample::target(), options);
  EXPECT_EQ(host.kernels[0].launches.size(), 2U);
  EXPECT_EQ(shapeOf(host).origin, LaunchOrigin::HostCode);

  Kernel required = kernel();
  required.requiredBlock = Dim3{64, 2, 1};
  EXPECT_EQ(shapeOf(audit(programOf(required), sample::target(), options)).origin, LaunchOrigin::Attribute);
  EXPECT_EQ(shapeOf(audit(programOf(required), sample::target(), options)).block, (Dim3{64, 2, 1}));

  options.block = Dim3{32, 1, 1};
  options.grid = Dim3{7, 1, 1};
  const Report given = audit(programOf(required), sample::target(), options);
  EXPECT_EQ(shapeOf(given).origin, LaunchOrigin::Option);
  EXPECT_EQ(shapeOf(given).block, (Dim3{32, 1, 1}));
  EXPECT_EQ(shapeOf(given).grid, (Dim3{7, 1, 1}));

  options.block.reset();
  options.anyBlock = true;
  const Report any = audit(programOf(required), sample::target(), options);
  EXPECT_EQ(any.kernels[0].launches.size(), 1U);
  EXPECT_EQ(shapeOf(any).origin, LaunchOrigin::Option);
  EXPECT_FALSE(shapeOf(any).block);
  EXPECT_EQ(shapeOf(any).grid, (Dim3{7, 1, 1}));
}

TEST(Audit, HostLaunchWithoutAShapeKeepsItsGridAndSaysAssumed) {
  AuditOptions options;
  options.hostLaunches = [](const Kernel &) {
    LaunchShape launch;
    launch.origin = LaunchOrigin::HostCode;
    launch.grid = Dim3{9, 1, 1};
    return std::vector<LaunchShape>{launch};
  };
  const Report r = audit(programOf(kernel()), sample::target(), options);
  EXPECT_EQ(shapeOf(r).origin, LaunchOrigin::Assumed);
  EXPECT_EQ(shapeOf(r).block, (Dim3{256, 1, 1}));
  EXPECT_EQ(shapeOf(r).grid, (Dim3{9, 1, 1}));
}

TEST(Audit, FindsTheStride) {
  const Report r = audit(programOf(kernel()), sample::target());
  ASSERT_EQ(r.findings.size(), 1U);
  EXPECT_EQ(r.findings[0].rule, "field-stride");
  EXPECT_EQ(r.kernels[0].launches[0].accesses[0].address, "a + 8*(256*ctaid.x + tid.x)");
  EXPECT_EQ(coverageOf(r).exact, 1U);
}

TEST(Audit, FilterAndNotes) {
  AuditOptions options;
  options.kernelFilter = [](const Kernel &k) { return k.name == "other"; };
  EXPECT_TRUE(audit(programOf(kernel()), sample::target(), options).kernels.empty());

  Program p = programOf(kernel());
  p.unoptimised = true;
  AuditOptions big;
  big.block = Dim3{2000, 1, 1};
  const Report r = audit(p, sample::target(), big);
  ASSERT_EQ(r.notes.size(), 2U);
  EXPECT_EQ(r.notes[0], "k.cu is not optimised (-O0): needs -O1 or more, addresses hide in local variables");
  EXPECT_EQ(r.notes[1], "k(float*): block 2000x1x1 has 2000 threads, at most 1024 can be launched");
}

} // namespace
