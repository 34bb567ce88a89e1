; Inline PTX: loads and stores with space, width, vector, predicate and offset; special registers; what touches no memory.
; RUN: %sectorscope audit %s --format=check | %FileCheck %s
;
; 16 bytes at 16 bytes past a[tid]: bytes 16 to 527 lie in 17 sectors.
; CHECK: load 16B sectors=17/17/17 ideal=16 lanes=32 exact
; Under a predicate made of an operand, tid < 8.
; CHECK-NEXT: store 4B sectors=1/1/1 ideal=1 lanes=8 exact
; Under a predicate that is an operand.
; CHECK-NEXT: load 4B sectors=1/1/1 ideal=1 lanes=8 exact
; At the lane's number, from the special register.
; CHECK-NEXT: store 8B sectors=8/8/8 ideal=8 lanes=32 exact
; The shuffle touches no memory.
; CHECK-NOT: not-analysed

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %a, ptr %b) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr inbounds <4 x float>, ptr %a, i64 %i
  %v = call { float, float, float, float } asm sideeffect "ld.global.cs.v4.f32 {$0, $1, $2, $3}, [$4+16];", "=f,=f,=f,=f,l"(ptr %p)
  %few = icmp ult i32 %t, 8
  %flag = zext i1 %few to i32
  %q = getelementptr inbounds float, ptr %b, i64 %i
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $0, 0; @p st.global.f32 [$1], $2; }", "r,l,f"(i32 %flag, ptr %q, float 0.0)
  %w = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr %q, i1 %few)
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %l = zext i32 %lane to i64
  %r = getelementptr inbounds double, ptr %b, i64 %l
  %other = call i32 asm sideeffect "shfl.sync.down.b32 $0, $1, 1, 31, -1;", "=r,r"(i32 %t)
  store double 1.0, ptr %r, align 8
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }
