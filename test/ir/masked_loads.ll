; Vectors of which some elements are not wanted, as clang's vectoriser leaves them since LLVM 22.
; REQUIRES: llvm-22
; RUN: %sectorscope audit %s --format=check | %FileCheck %s
;
; x, y and z of a float4: one load of 16 bytes.
; CHECK: load 16B sectors=16/16/16 ideal=16
; x and w: two loads of 4 bytes.
; CHECK: load 4B sectors=16/16/16 ideal=4
; CHECK: load 4B sectors=16/16/16 ideal=4
; Three bytes of a uchar4: one word.
; CHECK: load 4B sectors=4/4/4 ideal=4

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %a, ptr %b) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr inbounds <4 x float>, ptr %a, i64 %i
  %v = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x float> poison)
  %w = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %p, <4 x i1> <i1 true, i1 false, i1 false, i1 true>, <4 x float> poison)
  %q = getelementptr inbounds <4 x i8>, ptr %b, i64 %i
  %c = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 4 %q, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x i8> poison)
  store volatile <4 x float> %v, ptr %p, align 16
  store volatile <4 x float> %w, ptr %p, align 16
  store volatile <4 x i8> %c, ptr %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }
