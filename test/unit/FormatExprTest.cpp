// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

ExprId scalar(ExprGraph &graph, const char *name, unsigned argument) {
  ParamLeaf param;
  param.argument = argument;
  param.name = name;
  param.width = 32;
  return graph.param(param);
}

TEST(FormatExpr, FactorsTheElementSizeAndPutsTheBlockIn) {
  ExprGraph g;
  EXPECT_EQ(formatExpr(g, sample::linearAddress(g, "in", 4), sample::assumed256()), "in + 4*(256*ctaid.x + tid.x)");
}

TEST(FormatExpr, UnknownBlockStaysSymbolic) {
  ExprGraph g;
  EXPECT_EQ(formatExpr(g, sample::linearAddress(g, "in", 4), {}), "in + 4*(ntid.x*ctaid.x + tid.x)");
}

TEST(FormatExpr, ConstantGoesInsideWhereItIsAMultiple) {
  ExprGraph g;
  EXPECT_EQ(formatExpr(g, sample::linearAddress(g, "in", 4, 4), sample::assumed256()),
            "in + 4*(256*ctaid.x + tid.x + 1)");
  EXPECT_EQ(formatExpr(g, sample::linearAddress(g, "in", 12, 8), sample::assumed256()),
            "in + 12*(256*ctaid.x + tid.x) + 8");
  EXPECT_EQ(formatExpr(g, sample::linearAddress(g, "in", 4, 0 - std::uint64_t{4}), sample::assumed256()),
            "in + 4*(256*ctaid.x + tid.x - 1)");
}

TEST(FormatExpr, ShiftIsAProductAndDivisionKeepsItsParentheses) {
  ExprGraph g;
  const ExprId tid = g.leaf(Op::Tid, 32, 0);
  EXPECT_EQ(formatExpr(g, g.binary(Op::Shl, tid, g.constant(3, 32)), {}), "8*tid.x");
  EXPECT_EQ(formatExpr(g, g.binary(Op::Shl, g.binary(Op::UDiv, tid, g.constant(3, 32)), g.constant(3, 32)), {}),
            "8*(tid.x/3)");
  EXPECT_EQ(formatExpr(g, g.binary(Op::LShr, tid, g.constant(5, 32)), {}), "tid.x/32");
  EXPECT_EQ(formatExpr(g, g.binary(Op::And, tid, g.constant(31, 32)), {}), "tid.x & 31");
}

TEST(FormatExpr, RowTimesPitchIsWrittenOnce) {
  ExprGraph g;
  const ExprId row =
      g.binary(Op::Add, g.binary(Op::Mul, g.leaf(Op::Ctaid, 32, 1), g.constant(8, 32)), g.leaf(Op::Tid, 32, 1));
  const ExprId index = g.binary(Op::Add, g.binary(Op::Mul, row, scalar(g, "n", 1)), g.leaf(Op::Counter, 32, 7));
  EXPECT_EQ(formatExpr(g, g.binary(Op::Shl, g.unary(Op::SExt, 64, index), g.constant(2, 64)), {}, {7}),
            "4*(n*(8*ctaid.y + tid.y) + k)");
}

// A sorting network: each step holds the one before it three times, the whole would have 3^22 letters.
TEST(FormatExpr, ChainsThatDoubleAreCut) {
  ExprGraph g;
  ExprId value = g.leaf(Op::Tid, 32, 0);
  const ExprId n = scalar(g, "n", 0);
  for (int step = 0; step < 22; ++step)
    value = g.binary(Op::Xor, g.binary(Op::SMin, value, n), g.binary(Op::Or, value, g.binary(Op::And, value, n)));
  const std::string text = formatExpr(g, value, {});
  EXPECT_LE(text.size(), 160U);
  EXPECT_NE(text.find("..."), std::string::npos);
  EXPECT_LE(formulaOf(g, value, {}, {}).terms.size(), 1U);
}

TEST(FormatExpr, CounterNamesAvoidParameters) {
  ExprGraph g;
  scalar(g, "k", 1);
  EXPECT_EQ(formatExpr(g, g.leaf(Op::Counter, 32, 2), {}, {2}), "l");
}

TEST(FormatExpr, KnownArgumentsAndGridAreNumbers) {
  ExprGraph g;
  LaunchShape launch = sample::assumed256();
  launch.grid = Dim3{128, 1, 1};
  launch.arguments["n"] = 1000;
  const ExprId e =
      g.binary(Op::Add, g.binary(Op::Mul, scalar(g, "n", 1), g.leaf(Op::Tid, 32, 0)), g.leaf(Op::Nctaid, 32, 0));
  EXPECT_EQ(formatExpr(g, e, launch), "1000*tid.x + 128");
}

TEST(FormatExpr, WhatTheLaunchSettlesIsWorkedOut) {
  ExprGraph g;
  LaunchShape launch = sample::assumed256();
  launch.arguments["n"] = 1024;
  const ExprId n = scalar(g, "n", 1);
  const ExprId rest = g.binary(Op::URem, n, g.constant(1000, 32));
  const ExprId e = g.select(g.binary(Op::Eq, n, g.constant(1, 32)), g.leaf(Op::Tid, 32, 1),
                            g.binary(Op::Add, rest, g.leaf(Op::Tid, 32, 0)));
  EXPECT_EQ(formatExpr(g, e, launch), "tid.x + 24");
  EXPECT_EQ(formatExpr(g, e, {}), "n == 1 ? tid.y : n%1000 + tid.x");
}

TEST(FormatExpr, WhatIsNotKnownSaysSo) {
  ExprGraph g;
  const ExprId loaded = g.loaded(g.leaf(Op::Tid, 64, 0), 32, {"index loaded from memory", {"f.cu", 31, 4}, true});
  EXPECT_EQ(formatExpr(g, g.binary(Op::Shl, loaded, g.constant(2, 32)), {}), "4*load@f.cu:31");
  EXPECT_EQ(formatExpr(g, g.opaque({"result of a call", {}, true}, 32), {}), "?");
  EXPECT_EQ(formatExpr(g, {}, {}), "?");
}

TEST(FormatExpr, DeepExpressionsStayShort) {
  ExprGraph g;
  ExprId e = g.leaf(Op::Tid, 32, 0);
  for (unsigned n = 0; n < 40; ++n)
    e = g.binary(Op::Xor, g.binary(Op::UMin, e, g.constant(1000 + n, 32)),
                 g.binary(Op::UDiv, e, g.constant(3 + n, 32)));
  const std::string text = formatExpr(g, e, {});
  EXPECT_LE(text.size(), 160U);
  EXPECT_NE(text.find("..."), std::string::npos);
}

TEST(Formula, SplitsIntoSummands) {
  ExprGraph g;
  const Formula f = formulaOf(g, sample::linearAddress(g, "in", 12, 8), sample::assumed256(), {});
  EXPECT_EQ(f.constant, 8);
  EXPECT_EQ(f.coefficientOf("tid.x"), 12);
  EXPECT_EQ(f.coefficientOf("ctaid.x"), 12 * 256);
  EXPECT_EQ(f.coefficientOf("in"), 1);
  EXPECT_EQ(f.coefficientOf("tid.y"), 0);
}

} // namespace
