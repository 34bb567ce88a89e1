// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/ReadModule.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

/// The kernel with this body: %a is a pointer, %x and %y are floats, %d a double, %h a half, %v four floats.
Kernel kernelOf(const std::string &body, const std::string &declarations = "") {
  const std::string text = R"(target triple = "nvptx64-nvidia-cuda"
    define ptx_kernel void @k(ptr %a, float %x, float %y, double %d, half %h, <4 x float> %v, i32 %n) {
    )" + body + "\n}\n" + declarations;
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return module ? readModule(*module, {}).kernels.at(0) : Kernel{};
}

/// "half single double" of all blocks together.
std::string countOf(const Kernel &kernel) {
  FlopCount sum;
  for (const WorkSite &work : kernel.work) {
    sum.half += work.perLane.half;
    sum.single += work.perLane.single;
    sum.twice += work.perLane.twice;
  }
  return std::to_string(static_cast<int>(sum.half)) + " " + std::to_string(static_cast<int>(sum.single)) + " " +
         std::to_string(static_cast<int>(sum.twice));
}

std::string stored(const std::string &instruction, const std::string &type = "float") {
  return "%r = " + instruction + "\n store volatile " + type + " %r, ptr %a\n ret void";
}

TEST(ReadWork, CountsByTypeAndElement) {
  EXPECT_EQ(countOf(kernelOf(stored("fadd float %x, %y"))), "0 1 0");
  EXPECT_EQ(countOf(kernelOf(stored("fsub double %d, 1.0", "double"))), "0 0 1");
  EXPECT_EQ(countOf(kernelOf(stored("fmul half %h, %h", "half"))), "1 0 0");
  EXPECT_EQ(countOf(kernelOf(stored("fmul <4 x float> %v, %v", "<4 x float>"))), "0 4 0");
  EXPECT_EQ(countOf(kernelOf("ret void")), "0 0 0");
}

TEST(ReadWork, FusingDoesNotChangeTheCount) {
  const std::string apart =
      "%p = fmul float %x, %y\n %r = fadd float %p, %x\n store volatile float %r, ptr %a\n ret void";
  EXPECT_EQ(countOf(kernelOf(apart)), "0 2 0");
  EXPECT_EQ(countOf(kernelOf(stored("call float @llvm.fma.f32(float %x, float %y, float %x)"),
                             "declare float @llvm.fma.f32(float, float, float)")),
            "0 2 0");
  EXPECT_EQ(
      countOf(kernelOf(
          "%w = bitcast i32 %n to <2 x half>\n" +
              stored("call <2 x half> @llvm.fmuladd.v2f16(<2 x half> %w, <2 x half> %w, <2 x half> %w)", "<2 x half>"),
          "declare <2 x half> @llvm.fmuladd.v2f16(<2 x half>, <2 x half>, <2 x half>)")),
      "4 0 0");
  EXPECT_EQ(countOf(kernelOf(stored("call double @llvm.nvvm.fma.rn.d(double %d, double %d, double %d)", "double"),
                             "declare double @llvm.nvvm.fma.rn.d(double, double, double)")),
            "0 0 2");
}

TEST(ReadWork, DivisionsAndRootsAreOneAndAreToldOf) {
  const Kernel division = kernelOf(stored("fdiv float %x, %y"));
  EXPECT_EQ(countOf(division), "0 1 0");
  EXPECT_TRUE(division.dividesOrTakesRoots);
  const Kernel root = kernelOf(stored("call float @llvm.nvvm.rsqrt.approx.f(float %x)"),
                               "declare float @llvm.nvvm.rsqrt.approx.f(float)");
  EXPECT_EQ(countOf(root), "0 1 0");
  EXPECT_TRUE(root.dividesOrTakesRoots);
  EXPECT_FALSE(kernelOf(stored("fadd float %x, %y")).dividesOrTakesRoots);
}

TEST(ReadWork, SignsComparisonsAndTheSpecialFunctionUnitAreNothing) {
  EXPECT_EQ(countOf(kernelOf(stored("fneg float %x"))), "0 0 0");
  EXPECT_EQ(countOf(kernelOf(stored("call float @llvm.fabs.f32(float %x)"), "declare float @llvm.fabs.f32(float)")),
            "0 0 0");
  EXPECT_EQ(countOf(kernelOf(stored("call float @llvm.maxnum.f32(float %x, float %y)"),
                             "declare float @llvm.maxnum.f32(float, float)")),
            "0 0 0");
  const Kernel power =
      kernelOf(stored("call float @llvm.nvvm.ex2.approx.f(float %x)"), "declare float @llvm.nvvm.ex2.approx.f(float)");
  EXPECT_EQ(countOf(power), "0 0 0");
  EXPECT_TRUE(power.workNotCounted.empty());
}

TEST(ReadWork, ReadsInlineAssembly) {
  const auto assembly = [](const std::string &text) {
    return kernelOf("%r = call i32 asm sideeffect \"" + text + "\", \"=r,r\"(i32 %n)\n ret void");
  };
  EXPECT_EQ(countOf(assembly("{add.f16x2 $0,$1,$1;}")), "2 0 0");
  EXPECT_EQ(countOf(assembly("{fma.rn.bf16x2 $0,$1,$1,$1;}")), "4 0 0");
  EXPECT_EQ(countOf(assembly("fma.rn.f32 $0,$1,$1,$1; mul.rn.f64 $0,$1,$1; add.s32 $0,$1,$1;")), "0 2 1");
  const Kernel guarded = assembly("{ .reg .pred p; setp.ne.s32 p, $1, 0; @p add.f32 $0,$1,$1; }");
  ASSERT_EQ(guarded.workNotCounted.size(), 1u);
  EXPECT_EQ(guarded.workNotCounted[0].what, "inline assembly: add.f32");
  const Kernel tensor = assembly("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0},{$1},{$1},{$1};");
  ASSERT_EQ(tensor.workNotCounted.size(), 1u);
  EXPECT_EQ(tensor.workNotCounted[0].what, "tensor-core arithmetic");
}

TEST(ReadWork, FollowsBodiesAndNamesWhatHasNone) {
  EXPECT_EQ(countOf(kernelOf(stored("call float @square(float %x)"),
                             "define float @square(float %x) noinline {\n %r = fmul float %x, %x\n ret float %r\n}")),
            "0 1 0");
  const Kernel sine = kernelOf(stored("call float @__nv_sinf(float %x)"), "declare float @__nv_sinf(float)");
  ASSERT_EQ(sine.workNotCounted.size(), 1u);
  EXPECT_EQ(sine.workNotCounted[0].what, "a call to __nv_sinf");
}

TEST(ReadWork, KeepsGuardAndLoopsOfEachBlock) {
  const Kernel kernel = kernelOf(R"(%c = icmp slt i32 %n, 7
      br i1 %c, label %loop, label %end
    loop:
      %i = phi i32 [0, %0], [%j, %loop]
      %s = phi float [%x, %0], [%t, %loop]
      %t = fadd float %s, %y
      %j = add nsw i32 %i, 1
      %more = icmp slt i32 %j, 16
      br i1 %more, label %loop, label %out
    out:
      %u = fmul float %t, %t
      store volatile float %u, ptr %a
      br label %end
    end:
      ret void)");
  ASSERT_EQ(kernel.work.size(), 2u);
  EXPECT_EQ(kernel.work[0].loops, std::vector<unsigned>{0});
  EXPECT_TRUE(kernel.work[1].loops.empty());
  EXPECT_NE(kernel.work[0].guard, kernel.work[1].guard);
}

} // namespace
