// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/ReadModule.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <random>

using namespace sectorscope;

namespace {

/// A string as textual IR has it.
std::string quoted(const std::string &text) {
  static const char *const digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += {'\\', digits[byte >> 4], digits[byte & 15]};
  }
  return result;
}

/// The kernel that has nothing but this assembly: operands 0 and 1 go out, 2 is a predicate, 3 and 4 are 64 bits wide,
/// 5 is a number. Both results are used as indices of a store.
Kernel kernelOf(const std::string &assembly) {
  const std::string text = R"(target triple = "nvptx64-nvidia-cuda"
    define ptx_kernel void @k(ptr %a, i64 %b, i1 %p, i32 %n) {
      %v = call {i32, i32} asm sideeffect ")" +
                           quoted(assembly) + R"(", "=r,=r,b,l,l,r"(i1 %p, ptr %a, i64 %b, i32 %n)
      %x = extractvalue {i32, i32} %v, 0
      %y = extractvalue {i32, i32} %v, 1
      %i = add i32 %x, %y
      %q = getelementptr i32, ptr %a, i32 %i
      store i32 1, ptr %q
      ret void
    })";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return module ? readModule(*module, {}).kernels.at(0) : Kernel{};
}

const std::vector<std::string> kStrings = {
    "mov.u32 $0, 0x0; mov.u32 $1, 0x0; @$2 ld.global.v2.b32 { $0, $1 }, [ $3 + 0 ];",
    "{ .reg .pred p, q; .reg .u64 s; setp.lt.and.s32 p|q, $5, 8, $2; add.u64 s, $4, 16; @!q st.shared.b32 [s+-4], $5; "
    "}",
    "{ .reg .u64 q; .reg .u32 w; cvta.to.shared.u64 q, $3; cvt.u32.u64 w, q; atom.shared.add.u32 $0, [w], 1; }",
    "cp.async.cg.shared.global.L2::128B [$4], [$3], 16, $5; cp.async.commit_group; cp.async.wait_group 0;",
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0, $1}, [$4]; // rows",
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$4], [$3, {$5, $5}], [$4];",
    "{ .reg .pred P; W: mbarrier.try_wait.parity.shared::cta.b64 P, [$4], 0; @P bra D; bra W; D: }",
    "lop3.b32 $0, $5, 7, %tid.x, 0x96; mov.b64 {$0, $1}, $4; shfl.sync.idx.b32 $1, $0, 0, 31, -1; /* end */",
};

} // namespace

TEST(InlinePtx, DamageIsNoCrashAndNoNonsense) {
  std::mt19937 random(1);
  const std::string bytes = "${}[](),;:|@!%.+-0129xpbv_ \n\\/*\"";
  for (unsigned run = 0; run < 4000; ++run) {
    std::string text = kStrings[run % kStrings.size()];
    for (unsigned damage = random() % 4; damage > 0 && !text.empty(); --damage) {
      const std::size_t at = random() % text.size(), length = random() % 12;
      switch (random() % 4) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text[at] = bytes[random() % bytes.size()];
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), length));
        break;
      default:
        text.insert(at, 1, bytes[random() % bytes.size()]);
      }
    }
    SCOPED_TRACE(text);
    const Kernel kernel = kernelOf(text);
    EXPECT_GE(kernel.sites.size(), 1U);
    for (const AccessSite &site : kernel.sites) {
      EXPECT_GE(site.bytesPerLane, 1U);
      EXPECT_LE(site.bytesPerLane, 16U);
      EXPECT_TRUE(site.address);
      EXPECT_EQ(kernel.graph[site.guard].width, 1U);
    }
    for (const NotAnalysed &item : kernel.notAnalysed)
      EXPECT_FALSE(item.what.empty());
  }
}

TEST(InlinePtx, OperandsBeyondTheConstraintsAreNotFollowed) {
  const Kernel kernel = kernelOf("ld.global.u32 $0, [$17]; st.global.u32 [$99999999999999999999], $0;");
  ASSERT_EQ(kernel.notAnalysed.size(), 2U);
  EXPECT_EQ(kernel.notAnalysed[0].what, "inline assembly: ld.global.u32");
}

TEST(InlinePtx, WhatIsNotKnownIsNotGuessed) {
  // Under a branch, behind an instruction that nobody knows, under a predicate from there.
  for (const char *text :
       {"L: ld.global.u32 $0, [$3]; bra L;", "{ .reg .u64 a; wonder.u64 a, $3; ld.global.u32 $0, [a]; }",
        "{ .reg .pred p; wonder.pred p, $3; @p ld.global.u32 $0, [$3]; }", "{ .reg .u64 a; ld.global.u32 $0, [a]; }"}) {
    const Kernel kernel = kernelOf(text);
    EXPECT_EQ(kernel.sites.size(), 1U) << text; // the store behind it
    ASSERT_FALSE(kernel.notAnalysed.empty()) << text;
    EXPECT_EQ(kernel.notAnalysed.back().what, "inline assembly: ld.global.u32");
  }
}

TEST(InlinePtx, CarriesTouchNoMemory) {
  const Kernel kernel =
      kernelOf("{ .reg .u32 a, b; mad.lo.cc.u32 a, 3, 4, 5; madc.hi.u32 b, 3, 4, 0; add.cc.u32 a, a, b;"
               "addc.u32 b, a, b; }");
  EXPECT_TRUE(kernel.notAnalysed.empty());
}

TEST(InlinePtx, InstructionsWithoutResultsLeaveTheirOperandsAlone) {
  const Kernel kernel =
      kernelOf("{ .reg .b64 a; .reg .b32 n; mov.b64 a, $3; mov.b32 n, 4; red.global.add.u32 [a], n;"
               "st.global.u32 [a], n; cp.async.ca.shared.global [$4], [a], 4, n;"
               "stmatrix.sync.aligned.m8n8.x1.shared.b16 [$4], {n}; cp.async.ca.shared.global [$4], [a], n; }");
  EXPECT_TRUE(kernel.notAnalysed.empty());
  EXPECT_EQ(kernel.sites.size(), 6U); // a copy is one access
}

TEST(InlinePtx, MathematicsIsUniformWhereItsOperandsAre) {
  const Kernel kernel = kernelOf("fma.rn.f32 $0, $5, 0f3f800000, $5; ex2.approx.f32 $1, $5;");
  for (const OpaqueLeaf &leaf : kernel.graph.opaques)
    EXPECT_FALSE(leaf.varying) << leaf.reason;
}

TEST(InlinePtx, ResultsAreFollowed) {
  const Kernel kernel = kernelOf("mad.lo.u32 $0, $5, 3, 4; mov.u32 $1, %tid.x;");
  ASSERT_EQ(kernel.sites.size(), 1U);
  EXPECT_TRUE(kernel.notAnalysed.empty());
  for (const OpaqueLeaf &leaf : kernel.graph.opaques)
    ADD_FAILURE() << leaf.reason;
}
