// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Flops.h"

#include "SampleReport.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

/// One block of the kernel under `i < n`, i the global thread number, and others as they are added.
struct Sample {
  Kernel kernel;
  LaunchShape launch = sample::assumed256();
  AuditOptions options;

  ExprId index() {
    ExprGraph &g = kernel.graph;
    const ExprId base = g.binary(Op::Mul, g.leaf(Op::Ctaid, 32, 0), g.leaf(Op::Ntid, 32, 0));
    return g.binary(Op::Add, base, g.leaf(Op::Tid, 32, 0));
  }
  ExprId n() {
    ParamLeaf param;
    param.argument = 1;
    param.name = "n";
    param.width = 32;
    return kernel.graph.param(param);
  }
  ExprId inRange() { return kernel.graph.binary(Op::Slt, index(), n()); }
  ExprId iterationBelow(ExprId bound) {
    return kernel.graph.binary(Op::Ult, kernel.graph.leaf(Op::Counter, 64, 0), bound);
  }
  FlopTotal total(std::span<const AccessReport> accesses = {}) const {
    return flopOf(kernel, accesses, launch, sample::target(), options);
  }
};

TEST(Flops, GuardCutsTheLastBlock) {
  Sample s;
  s.kernel.work.push_back({.guard = s.inRange(), .loops = {}, .perLane = {.single = 2}});
  s.launch.grid = Dim3{4, 1, 1};
  s.launch.arguments["n"] = 1000;
  const FlopTotal total = s.total();
  ASSERT_TRUE(total.flop) << total.reason;
  EXPECT_EQ(total.flop->single, 2000);
  EXPECT_EQ(total.flop->all(), 2000);
  EXPECT_EQ(total.perThread->single, 2);
  EXPECT_EQ(total.reason, "");
}

TEST(Flops, SaysWhatIsNotKnown) {
  Sample s;
  s.kernel.work.push_back({.guard = s.inRange(), .loops = {}, .perLane = {.single = 2}});
  EXPECT_FALSE(s.total().flop);
  EXPECT_EQ(s.total().reason, "the grid is not known: pass --grid");
  EXPECT_EQ(s.total().perThread->single, 2);
  s.launch.grid = Dim3{4, 1, 1};
  EXPECT_FALSE(s.total().flop);
  EXPECT_EQ(s.total().reason, "n is not known: pass --assume n=...");
  s.launch.block.reset();
  EXPECT_EQ(s.total().reason, "the block is not known: pass --block");
}

TEST(Flops, LoopsMultiply) {
  Sample s;
  const ExprId running = s.iterationBelow(s.kernel.graph.constant(16, 64));
  s.kernel.loops.resize(1);
  s.kernel.work.push_back({.guard = running, .loops = {0}, .perLane = {.twice = 3}});
  s.launch.grid = Dim3{2, 3, 1};
  const FlopTotal total = s.total();
  ASSERT_TRUE(total.flop) << total.reason;
  EXPECT_EQ(total.flop->twice, 2 * 3 * 256 * 16 * 3);
  EXPECT_FALSE(total.perThread);
}

/// Thread t of a block of 64 goes round t times: 0 + 1 + ... + 63 = 2016.
TEST(Flops, LoopsOfAnotherLengthInEachLane) {
  Sample s;
  const ExprId bound = s.kernel.graph.unary(Op::ZExt, 64, s.kernel.graph.leaf(Op::Tid, 32, 0));
  s.kernel.loops.resize(1);
  s.kernel.work.push_back({.guard = s.iterationBelow(bound), .loops = {0}, .perLane = {.half = 1}});
  s.launch.block = Dim3{64, 1, 1};
  s.launch.grid = Dim3{1, 1, 1};
  const FlopTotal total = s.total();
  ASSERT_TRUE(total.flop) << total.reason;
  EXPECT_EQ(total.flop->half, 2016);
}

TEST(Flops, AnAccessThatStandsThereAndIsCountedIsBelieved) {
  Sample s;
  const ExprId unknown = s.kernel.graph.opaque({.reason = "a flag loaded at k.cu:4", .place = {}}, 1);
  s.kernel.work.push_back({.guard = unknown, .loops = {}, .perLane = {.single = 1}});
  s.launch.grid = Dim3{1, 1, 1};
  EXPECT_FALSE(s.total().flop);
  EXPECT_NE(s.total().reason.find("a flag loaded at k.cu:4"), std::string::npos) << s.total().reason;
  AccessReport access;
  access.site.guard = unknown;
  access.footprint = sample::exact(4, 4, 4);
  access.footprint.requests = 3;
  access.footprint.activeLanes.mean = 70.0 / 3;
  EXPECT_EQ(s.total({&access, 1}).flop->single, 70);
}

TEST(Flops, DataDecidesHowOften) {
  Sample s;
  ExprGraph &g = s.kernel.graph;
  const ExprId length = g.loaded(sample::linearAddress(g, "a", 4), 64,
                                 {.reason = "value loaded from memory at k.cu:7", .place = {"k.cu", 7, 1}});
  s.kernel.loops.resize(1);
  s.kernel.work.push_back({.guard = s.iterationBelow(length), .loops = {0}, .perLane = {.single = 1}});
  s.launch.grid = Dim3{1, 1, 1};
  EXPECT_FALSE(s.total().flop);
  EXPECT_EQ(s.total().reason, "data-dependent: value loaded from memory at k.cu:7");
}

TEST(Flops, NoWorkIsKnownToBeNone) {
  const Sample s;
  EXPECT_EQ(s.total().flop->all(), 0);
}

TEST(Flops, WhatIsNotCountedEmptiesTheTotal) {
  Sample s;
  s.kernel.work.push_back({.guard = s.kernel.graph.constant(1, 1), .loops = {}, .perLane = {.single = 2}});
  s.kernel.workNotCounted.push_back({{"k.cu", 9, 3}, "tensor-core arithmetic"});
  s.launch.grid = Dim3{1, 1, 1};
  EXPECT_FALSE(s.total().flop);
  EXPECT_FALSE(s.total().perThread);
  EXPECT_EQ(s.total().reason, "tensor-core arithmetic (k.cu:9:3) is not counted");
}

TEST(Flops, DivisionsAreAnAssumption) {
  Sample s;
  s.kernel.work.push_back({.guard = s.kernel.graph.constant(1, 1), .loops = {}, .perLane = {.single = 1}});
  s.kernel.dividesOrTakesRoots = true;
  s.launch.grid = Dim3{3, 1, 1};
  EXPECT_EQ(s.total().flop->single, 3 * 256);
  EXPECT_EQ(s.total().assumes, std::vector<std::string>{"a division or root is one operation"});
}

} // namespace
