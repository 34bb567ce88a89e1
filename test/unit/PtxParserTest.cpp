// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxParser.h"
#include "ir/PtxArithmetic.h"
#include "ir/PtxMemory.h"

#include <gtest/gtest.h>

#include <optional>

using namespace sectorscope;
using Kind = PtxOperand::Kind;

namespace {

PtxStatement only(const char *text) {
  const PtxCode code = parsePtx(text);
  EXPECT_EQ(code.statements.size(), 1U) << text;
  return code.statements.empty() ? PtxStatement{{}, {""}, {}} : code.statements[0];
}

/// What an instruction of numbers computes.
std::optional<std::uint64_t> computed(const std::string &text) {
  ExprGraph graph;
  const auto read = [&](const PtxOperand &operand, unsigned width) {
    return operand.kind == Kind::Number ? graph.constant(operand.value, width) : ExprId{};
  };
  const ExprId result = computePtx(only(text.c_str()), read, graph);
  return result && graph[result].op == Op::Const ? std::optional(graph[result].payload) : std::nullopt;
}

} // namespace

TEST(PtxParser, SplitsAnInstruction) {
  const PtxStatement s = only("@!$2 ld.global.cs.v2.f32 {$0, ${1:x}}, [ $3 + -0x10 ]; // tail");
  ASSERT_EQ(s.guard.size(), 1U);
  EXPECT_EQ(s.guard[0].kind, Kind::Argument);
  EXPECT_EQ(s.guard[0].value, 2U);
  EXPECT_TRUE(s.guard[0].negated);
  EXPECT_EQ(s.name(), "ld.global.cs.v2.f32");
  ASSERT_EQ(s.operands.size(), 2U);
  EXPECT_EQ(s.operands[0].kind, Kind::Vector);
  EXPECT_EQ(s.operands[0].parts[1].value, 1U);
  EXPECT_EQ(s.operands[1].kind, Kind::Address);
  EXPECT_EQ(s.operands[1].parts[0].value, 3U);
  EXPECT_EQ(static_cast<std::int64_t>(s.operands[1].value), -16);
}

TEST(PtxParser, KeepsRegistersOfScopesApart) {
  const PtxCode code = parsePtx("{ .reg .pred p; .reg .b32 %r<2>; { .reg .u64 p; mov.u64 p, 1; } not.pred p, p; }"
                                "mov.u32 $0, p; mov.u32 %r1, 2;");
  ASSERT_EQ(code.registers.size(), 4U);
  EXPECT_EQ(code.registers[0].width, 1U);
  EXPECT_EQ(code.registers[3].width, 64U);
  EXPECT_EQ(code.statements[0].operands[0].value, 3U); // the inner p
  EXPECT_EQ(code.statements[1].operands[0].value, 0U);
  EXPECT_EQ(code.statements[2].operands[1].kind, Kind::Unknown); // no p here any more
  EXPECT_EQ(code.statements[3].operands[0].kind, Kind::Special); // nor a %r1
}

TEST(PtxParser, ReadsWhatLlvmReplaces) {
  const PtxCode code =
      parsePtx("mov.u32 $0, $(%%tid.x$|%%tid.y$); /* ; */ L_${:uid}: mov.u32 a$$b, WARP_SZ; @p bra L;");
  ASSERT_EQ(code.statements.size(), 3U);
  EXPECT_EQ(code.statements[0].operands[1].kind, Kind::Special);
  EXPECT_EQ(code.statements[0].operands[1].text, "tid.x");
  EXPECT_EQ(code.statements[1].operands[0].text, "a$b");
  EXPECT_TRUE(code.jumps);
}

TEST(PtxParser, WhatItDoesNotKnowIsUnknown) {
  EXPECT_EQ(only("mov.f32 $0, 0f3F800000;").operands[1].kind, Kind::Literal);
  EXPECT_EQ(only("mov.f32 $0, nowhere;").operands[1].kind, Kind::Unknown);
  EXPECT_EQ(only("mov.u32 $0, v.x;").operands[1].kind, Kind::Unknown);
  EXPECT_EQ(only("ld.u32 $0, [$1 + $2];").operands[1].parts[0].kind, Kind::Unknown);
  EXPECT_TRUE(parsePtx("").statements.empty());
  EXPECT_TRUE(parsePtx("{{}}};; .pragma \"nounroll\";").statements.empty());
  EXPECT_FALSE(memoryUseOf(only("ld.global.wonder.u32 $0, [$1];")));
  EXPECT_FALSE(memoryUseOf(only("ld.global.v4.u32 {$0, $1}, [$2];")));
  EXPECT_FALSE(memoryUseOf(only("ld.global.v8.b32 {$0,$1,$2,$3,$4,$5,$6,$7}, [$8];")));
  EXPECT_FALSE(memoryUseOf(only("ld.global.u32 $0;")));
  EXPECT_FALSE(memoryUseOf(only("atom.global.u32 $0, [$1], 1;")));
}

TEST(PtxParser, DeepNestingEnds) {
  parsePtx("ld.u32 " + std::string(200000, '{'));
  parsePtx("ld.u32 [" + std::string(200000, '['));
  parsePtx(std::string(200000, '@'));
}

TEST(PtxMemory, AccessesOfAnOpcode) {
  const auto use = memoryUseOf(only("ld.relaxed.gpu.global.L2::128B.v2.b64 {$0, $1}, [$2];"));
  ASSERT_TRUE(use);
  EXPECT_EQ(use->bytes, 16U);
  EXPECT_EQ(use->space, AddressSpace::Global);
  EXPECT_TRUE(use->bypassesL1);
  EXPECT_FALSE(memoryUseOf(only("ld.relaxed.cta.global.b32 $0, [$2];"))->bypassesL1);
  EXPECT_FALSE(memoryUseOf(only("atom.relaxed.gpu.global.add.u32 $0, [$1], 1;"))->bypassesL1);
  const auto matrix = memoryUseOf(only("stmatrix.sync.aligned.m8n8.x2.shared.b16 [$0], {$1, $2};"));
  ASSERT_TRUE(matrix);
  EXPECT_EQ(matrix->lanes, 16U);
  EXPECT_EQ(matrix->kind, AccessKind::Store);
  EXPECT_TRUE(movesNoMemory(only("cp.async.bulk.commit_group;")));
  EXPECT_TRUE(movesNoMemory(only("ld.param.u32 $0, [x];")));
  EXPECT_FALSE(movesNoMemory(only("cp.async.ca.shared.global [$0], [$1], 4;")));
}

TEST(PtxArithmetic, ComputesLikeTheHardware) {
  EXPECT_EQ(computed("mad.lo.s32 $0, 7, -3, 1;"), 0xffffffecU);
  EXPECT_EQ(computed("mul.wide.s32 $0, -2, 3;"), static_cast<std::uint64_t>(-6));
  EXPECT_EQ(computed("mul.wide.u16 $0, 0xffff, 0xffff;"), 0xfffe0001U);
  EXPECT_EQ(computed("mul.hi.u32 $0, 0x80000000, 6;"), 3U);
  EXPECT_EQ(computed("shl.b32 $0, 1, 33;"), 0U);
  EXPECT_EQ(computed("shr.s32 $0, 0x80000000, 40;"), 0xffffffffU);
  EXPECT_EQ(computed("shr.u32 $0, 0x80000000, 31;"), 1U);
  EXPECT_EQ(computed("bfe.u32 $0, 0x12345678, 8, 8;"), 0x56U);
  EXPECT_EQ(computed("bfe.s32 $0, 0x1234f678, 8, 8;"), 0xfffffff6U);
  EXPECT_EQ(computed("bfe.s32 $0, 0x80000000, 28, 8;"), 0xfffffff8U);
  EXPECT_EQ(computed("bfi.b32 $0, 0xff, 0x11111111, 4, 8;"), 0x11111ff1U);
  EXPECT_EQ(computed("prmt.b32 $0, 0x03020100, 0x07060504, 0x6240;"), 0x06020400U);
  EXPECT_EQ(computed("shf.l.wrap.b32 $0, 0x80000000, 1, 1;"), 3U);
  EXPECT_EQ(computed("shf.r.clamp.b32 $0, 2, 1, 1;"), 0x80000001U);
  EXPECT_EQ(computed("cvt.s64.s32 $0, -1;"), ~std::uint64_t{0});
  EXPECT_EQ(computed("cvt.u64.u32 $0, -1;"), 0xffffffffU);
  EXPECT_EQ(computed("cvt.u16.u32 $0, 0x12345;"), 0x2345U);
  EXPECT_EQ(computed("abs.s32 $0, -5;"), 5U);
  EXPECT_EQ(computed("min.s32 $0, -5, 3;"), 0xfffffffbU);
  EXPECT_EQ(computed("clz.b32 $0, 1;"), 31U);
  EXPECT_EQ(computed("setp.lt.s32 $0, -1, 0;"), 1U);
  EXPECT_EQ(computed("setp.lt.u32 $0, -1, 0;"), 0U);
  EXPECT_EQ(computed("setp.ge.and.u32 $0, 4, 4, 0;"), 0U);
  EXPECT_EQ(computed("selp.b32 $0, 4, 5, 0;"), 5U);
  // Carries, saturation, packed halves, floating point.
  for (const char *text : {"add.cc.u32 $0, 1, 2;", "add.sat.s32 $0, 1, 2;", "add.f32 $0, 1, 2;",
                           "cvt.rn.f32.s32 $0, 1;", "add.u16x2 $0, 1, 2;", "mul.wide.u64 $0, 1, 2;", "add.u32 $0, 1;"})
    EXPECT_EQ(computed(text), std::nullopt) << text;
}

TEST(PtxArithmetic, EveryFunctionOfThreeBits) {
  for (unsigned table = 0; table < 256; ++table) {
    std::uint64_t expected = 0;
    for (unsigned bit = 0; bit < 8; ++bit) // bit `bit` of 0xf0, 0xcc and 0xaa are the digits of `bit`
      expected |= std::uint64_t{table >> bit & 1} << bit;
    const auto value = computed("lop3.b32 $0, 0xf0, 0xcc, 0xaa, " + std::to_string(table) + ";");
    ASSERT_TRUE(value);
    EXPECT_EQ(*value & 0xff, expected) << table;
  }
}
