; Asynchronous copies, in assembly and as intrinsics: what is read of global memory. Lanes that read nothing execute.
; RUN: %sectorscope audit %s --format=check --block 64 | %FileCheck %s
;
; 16 bytes per lane, side by side.
; CHECK: copy 16B sectors=16/16/16 ideal=16 lanes=32 exact
; Lanes of which no byte is wanted read nothing, but fill shared memory with zeros: 20 lanes of 16 bytes in the first of
; two warps are 10 sectors, the second reads none.
; CHECK-NEXT: copy 16B sectors=0/5/10 ideal=5 lanes=32 exact
; A predicate that ignores the source: the other 12 lanes of the first warp (6 sectors) and the second warp (16). 4 bytes
; of every 16 are wanted, in 32 lanes 4 sectors, in 12 lanes 2.
; CHECK-NEXT: copy 4B sectors=6/11/16 ideal=3 lanes=32 exact
; The last four of 16 bytes are zeros: 12 bytes are read, 384 of 512 in all.
; CHECK-NEXT: copy 12B sectors=16/16/16 ideal=12 lanes=32 exact
; Nothing is read.
; CHECK-NEXT: copy 8B sectors=0/0/0 ideal=0 lanes=32 exact
; A cache policy is no number of bytes.
; CHECK-NEXT: copy 16B sectors=16/16/16 ideal=16 lanes=32 exact
; The intrinsics: 4 lanes of one warp are two sectors; the first 4 of 8 bytes.
; CHECK-NEXT: copy 16B sectors=0/1/2 ideal=1 lanes=32 exact
; CHECK-NEXT: copy 4B sectors=16/16/16 ideal=4 lanes=32 exact
; A size that is none, and waiting.
; CHECK-NEXT: not-analysed kernel=k what=inline assembly: cp.async.ca.shared.global
; CHECK-NOT: not-analysed

target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [4096 x i8] undef, align 128

define ptx_kernel void @k(ptr %a, i64 %policy) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr inbounds <4 x float>, ptr %a, i64 %i
  %base = ptrtoint ptr addrspace(3) @tile to i32
  %offset = shl i32 %t, 4
  %s = add i32 %base, %offset
  call void asm sideeffect "cp.async.cg.shared.global.L2::128B [$0], [$1], 16;", "r,l,~{memory}"(i32 %s, ptr %p)
  %first = icmp ult i32 %t, 20
  %bytes = select i1 %first, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(i32 %s, ptr %p, i32 %bytes)
  call void asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $2, 0; cp.async.ca.shared::cta.global [$0], [$1], 4, p; }", "r,l,r"(i32 %s, ptr %p, i32 %bytes)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, 12;", "r,l"(i32 %s, ptr %p)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,r"(i32 %s, ptr %p, i32 8, i32 0)
  call void asm sideeffect "cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2;", "r,l,l"(i32 %s, ptr %p, i64 %policy)
  %global = addrspacecast ptr %p to ptr addrspace(1)
  %shared = getelementptr inbounds i8, ptr addrspace(3) @tile, i32 %offset
  %few = icmp ult i32 %t, 4
  %fewBytes = select i1 %few, i32 16, i32 0
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %shared, ptr addrspace(1) %global, i32 %fewBytes)
  call void @llvm.nvvm.cp.async.ca.shared.global.8.s(ptr addrspace(3) %shared, ptr addrspace(1) %global, i32 4)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void asm sideeffect "cp.async.commit_group; cp.async.wait_group 0; cp.async.wait_all;", ""()
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2;", "r,l,r"(i32 %s, ptr %p, i32 %t)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.ca.shared.global.8.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
attributes #0 = { "target-cpu"="sm_90" }
