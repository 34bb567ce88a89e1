; ldmatrix and stmatrix: 16 bytes of shared memory for each of the first 8, 16 or 32 lanes of every warp; all lanes execute.
; RUN: %sectorscope audit %s --format=check --block 64 | %FileCheck %s
;
; Rows side by side: eight of them are a pass over the banks.
; CHECK: load shared 16B wavefronts=1/1/1 ideal=1 lanes=32 exact
; CHECK-NEXT: load shared 16B wavefronts=2/2/2 ideal=2 lanes=32 exact
; CHECK-NEXT: load shared 16B wavefronts=4/4/4 ideal=4 lanes=32 exact
; Rows of 64 bytes: four of eight meet in the same banks.
; CHECK-NEXT: load shared 16B wavefronts=16/16/16 ideal=4 lanes=32 exact
; Under a predicate: the lanes below 16, of the first warp.
; CHECK-NEXT: store shared 16B wavefronts=2/2/2 ideal=2 lanes=16 exact
; The intrinsics.
; CHECK-NEXT: load shared 16B wavefronts=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: store shared 16B wavefronts=2/2/2 ideal=2 lanes=32 exact
; Other shapes are named.
; CHECK-NEXT: not-analysed kernel=k what=inline assembly: ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8
; CHECK-NOT: not-analysed

target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [4096 x i8] undef, align 128

define ptx_kernel void @k() #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = ptrtoint ptr addrspace(3) @tile to i32
  %offset = shl i32 %t, 4
  %s = add i32 %base, %offset
  %x1 = call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r"(i32 %s)
  %x2 = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {$0,$1}, [$2];", "=r,=r,r"(i32 %s)
  %x4 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4 + 0];", "=r,=r,=r,=r,r"(i32 %s)
  %lane = and i32 %t, 31
  %rows = shl i32 %lane, 6
  %r = add i32 %base, %rows
  %x5 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];", "=r,=r,=r,=r,r"(i32 %r)
  %few = icmp ult i32 %t, 16
  call void asm sideeffect "@$1 stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$2,$2,$2,$2};", "r,b,r"(i32 %s, i1 %few, i32 %x1)
  %p = getelementptr i8, ptr addrspace(3) @tile, i32 %offset
  %m = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %p)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %p, i32 1, i32 2)
  %x3 = call { i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {$0,$1}, [$2];", "=r,=r,r"(i32 %s)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3), i32, i32)
attributes #0 = { "target-cpu"="sm_90" }
