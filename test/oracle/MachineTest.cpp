// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scalar semantics, and what is said about kernels that cannot be run. The expected values are written out by hand.

#include "OracleTest.h"

namespace sectorscope::oracle {
namespace {

/// The value that `computation` leaves in %r (i64), read back from the address that it selects.
std::uint64_t valueOf(const std::string &computation, std::string *message = nullptr) {
  Launch launch;
  launch.block = {1, 1, 1};
  launch.keepRequests = true;
  launch.bases["out"] = 0;
  Ran ran("define ptx_kernel void @k(ptr %out) {\n" + computation +
              "\n  %p = getelementptr i8, ptr %out, i64 %r\n  store i8 0, ptr %p\n  ret void\n}\n",
          launch);
  if (message)
    *message = ran.result.message;
  else
    EXPECT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  return ran.result.requests.empty() ? ~std::uint64_t(0) : ran.result.requests[0].addresses[0];
}

std::uint64_t i32(const std::string &computation) { return valueOf(computation + "\n%r = zext i32 %v to i64"); }

TEST(Integers, WrapAtTheirWidth) {
  EXPECT_EQ(i32("%v = add i32 -1, 3"), 2u);
  EXPECT_EQ(i32("%v = mul i32 65537, 65537"), 131073u);
  EXPECT_EQ(i32("%v = sub i32 0, 1"), 0xffffffffu);
  EXPECT_EQ(i32("%a = add i8 200, 100\n%v = zext i8 %a to i32"), 44u);
  EXPECT_EQ(i32("%a = add i8 200, 0\n%v = sext i8 %a to i32"), 0xffffffc8u);
}
TEST(Integers, Division) {
  EXPECT_EQ(i32("%v = sdiv i32 -7, 2"), 0xfffffffdu);
  EXPECT_EQ(i32("%v = srem i32 -7, 2"), 0xffffffffu);
  EXPECT_EQ(i32("%v = udiv i32 -7, 2"), 0x7ffffffcu);
  EXPECT_EQ(i32("%v = urem i32 -7, 3"), 0xfffffff9u % 3);
}
TEST(Integers, Shifts) {
  EXPECT_EQ(i32("%v = ashr i32 -8, 1"), 0xfffffffcu);
  EXPECT_EQ(i32("%v = lshr i32 -8, 1"), 0x7ffffffcu);
  EXPECT_EQ(i32("%v = shl i32 -8, 4"), 0xffffff80u);
  EXPECT_EQ(i32("%v = call i32 @llvm.fshl.i32(i32 305419896, i32 -2023406815, i32 36)"), 0x23456788u);
  EXPECT_EQ(i32("%v = call i32 @llvm.fshr.i32(i32 305419896, i32 -2023406815, i32 4)"), 0x88765432u);
}
TEST(Integers, Intrinsics) {
  EXPECT_EQ(i32("%v = call i32 @llvm.smin.i32(i32 -1, i32 1)"), 0xffffffffu);
  EXPECT_EQ(i32("%v = call i32 @llvm.umin.i32(i32 -1, i32 1)"), 1u);
  EXPECT_EQ(i32("%v = call i32 @llvm.abs.i32(i32 -5, i1 true)"), 5u);
  EXPECT_EQ(i32("%v = call i32 @llvm.ctpop.i32(i32 255)"), 8u);
  EXPECT_EQ(i32("%v = call i32 @llvm.ctlz.i32(i32 0, i1 false)"), 32u);
  EXPECT_EQ(i32("%v = call i32 @llvm.cttz.i32(i32 40, i1 true)"), 3u);
  EXPECT_EQ(i32("%v = call i32 @llvm.bitreverse.i32(i32 1)"), 0x80000000u);
  EXPECT_EQ(i32("%v = call i32 @llvm.bswap.i32(i32 305419896)"), 0x78563412u);
  EXPECT_EQ(i32("%v = call i32 @llvm.usub.sat.i32(i32 3, i32 5)"), 0u);
  EXPECT_EQ(i32("%v = call i32 @llvm.sadd.sat.i32(i32 2147483647, i32 5)"), 0x7fffffffu);
  // Bytes of 0x12345678 are 0..3 from the low end, those of 0x87654321 are 4..7; selector 0x7451.
  EXPECT_EQ(i32("%v = call i32 @llvm.nvvm.prmt(i32 305419896, i32 -2023406815, i32 29777)"), 0x87214356u);
  EXPECT_EQ(i32("%v = call i32 @llvm.nvvm.mulhi.ui(i32 -1, i32 -1)"), 0xfffffffeu);
  EXPECT_EQ(i32("%v = call i32 @llvm.nvvm.mulhi.i(i32 -1, i32 2)"), 0xffffffffu);
  EXPECT_EQ(valueOf("%o = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 -1, i32 2)\n"
                    "%a = extractvalue {i32, i1} %o, 0\n%b = extractvalue {i32, i1} %o, 1\n"
                    "%c = zext i32 %a to i64\n%d = zext i1 %b to i64\n%e = shl i64 %d, 8\n%r = or i64 %c, %e"),
            257u);
}
TEST(Integers, Wide) {
  EXPECT_EQ(valueOf("%m = mul i128 18446744073709551615, 18446744073709551615\n%h = lshr i128 %m, 64\n"
                    "%r = trunc i128 %h to i64"),
            0xfffffffffffffffeu);
}
TEST(Reals, Arithmetic) {
  EXPECT_EQ(i32("%a = fmul float 1.5, 3.0\n%v = fptosi float %a to i32"), 4u);
  EXPECT_EQ(i32("%a = fdiv double 1.0, 3.0\n%b = fmul double %a, 3.0e5\n%c = fadd double %b, 0.5\n"
                "%v = fptoui double %c to i32"),
            100000u);
  EXPECT_EQ(i32("%a = call float @llvm.sqrt.f32(float 16.0)\n%v = fptosi float %a to i32"), 4u);
  EXPECT_EQ(i32("%a = fadd half 1.5, 2.5\n%v = fptosi half %a to i32"), 4u);
  EXPECT_EQ(i32("%a = fcmp olt float 1.0, 2.0\n%v = zext i1 %a to i32"), 1u);
  EXPECT_EQ(i32("%a = fcmp olt float 0x7FF8000000000000, 2.0\n%v = zext i1 %a to i32"), 0u);
}
TEST(Vectors, MoveAbout) {
  EXPECT_EQ(i32("%a = insertelement <4 x i32> zeroinitializer, i32 7, i32 2\n"
                "%b = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 3>\n"
                "%c = add <4 x i32> %b, <i32 1, i32 2, i32 3, i32 4>\n%v = extractelement <4 x i32> %c, i32 0"),
            8u);
  EXPECT_EQ(i32("%b = bitcast i32 305419896 to <4 x i8>\n%c = extractelement <4 x i8> %b, i32 1\n"
                "%v = zext i8 %c to i32"),
            0x56u);
}

TEST(Poison, StopsOnlyWhereItDecides) {
  std::string message;
  EXPECT_EQ(i32("%a = add nsw i32 2147483647, 1\n%v = select i1 false, i32 %a, i32 9"), 9u);
  valueOf("%a = add nsw i32 2147483647, 1\n%r = sext i32 %a to i64", &message);
  EXPECT_EQ(message, "an undefined address");
  valueOf("%z = shl i32 1, 32\n%c = icmp eq i32 %z, 0\nbr i1 %c, label %x, label %x\nx:\n%r = add i64 0, 0", &message);
  EXPECT_EQ(message, "a branch on an undefined value");
  valueOf("%d = udiv i64 1, 0\n%r = add i64 %d, 0", &message);
  EXPECT_EQ(message, "division by zero");
}

// shf.l.wrap.b32 d, low, high, by: the upper half of high:low << (by & 31). 0x00000002:0x80000001 by 36, which is 4.
TEST(Calls, FunnelShiftsInAssembly) {
  const std::string shift = "(i32 -2147483647, i32 2, i32 36)\n%r = zext i32 %s to i64";
  EXPECT_EQ(valueOf("%s = call i32 asm \"shf.l.wrap.b32 $0, $1, $2, $3;\", \"=r,r,r,r\"" + shift), 0x28u);
  EXPECT_EQ(valueOf("%s = call i32 asm \"shf.r.wrap.b32 $0, $1, $2, $3;\", \"=r,r,r,r\"" + shift), 0x28000000u);
}

Outcome outcomeOf(const std::string &body, Launch launch = {}) {
  Ran ran(body, launch);
  EXPECT_EQ(ran.result.message.empty(), ran.result.outcome == Outcome::Ok);
  EXPECT_EQ(ran.result.message.find('\n'), std::string::npos);
  return ran.result.outcome;
}

TEST(Limits, AreSaid) {
  EXPECT_EQ(outcomeOf("define ptx_kernel void @k(i32 %n) { ret void }"), Outcome::BadLaunch);
  EXPECT_EQ(outcomeOf("define ptx_kernel void @k() { ret void }",
                      [] {
                        Launch launch;
                        launch.block = {0, 1, 1};
                        return launch;
                      }()),
            Outcome::BadLaunch);
  EXPECT_EQ(outcomeOf("declare void @other()\ndefine ptx_kernel void @k() {\n call void @other()\n ret void\n}"),
            Outcome::CannotRun);
  EXPECT_EQ(outcomeOf("define ptx_kernel void @k() {\n call void asm sideeffect \"trap;\", \"\"()\n ret void\n}"),
            Outcome::CannotRun);
  EXPECT_EQ(outcomeOf("define ptx_kernel void @k() {\nentry:\n br label %l\nl:\n br label %l\n}",
                      [] {
                        Launch launch;
                        launch.maxSteps = 1000;
                        return launch;
                      }()),
            Outcome::TooLong);
  EXPECT_EQ(outcomeOf("declare ptx_kernel void @k()"), Outcome::CannotRun);
}

} // namespace
} // namespace sectorscope::oracle
