; One row of a softmax per block, as Triton before it required its blocks: annotations, an upper bound of 64 threads (2
; warps) that is the block, no debug information, no target. Partial results cross the warps through shared memory.
; RUN: cp %s %t.llir
; RUN: %sectorscope audit %t.llir --grid 100 --assume arg2=1000 --assume arg3=60 --format=check | %FileCheck %s
;
; Rows of 1000 floats start at a multiple of 32 bytes. 60 of 64 columns: 4 sectors in the first warp; the second has 28
; lanes, 112 bytes, 4 sectors as well: 3.5 sectors are the bytes, rounded up 4.
; CHECK: load 4B sectors=4/4/4 ideal=4 lanes=30 exact block=64x1x1 kernel=softmax_kernel
; Lane 0 of each warp leaves its maximum; the first two lanes read them.
; CHECK-NEXT: store shared 4B wavefronts=1/1/1 ideal=1 lanes=1 exact
; CHECK-NEXT: load shared 4B wavefronts=1/1/1 ideal=1 lanes=2 exact
; CHECK-NEXT: store 4B sectors=4/4/4 ideal=4 lanes=30 exact
; CHECK-NOT: not-analysed

source_filename = "LLVMDialectModule"
@global_smem = external addrspace(3) global [0 x i8], align 16

define void @softmax_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, i32 %3) local_unnamed_addr {
  %5 = tail call i32 asm "mov.u32 $0, %ctaid.x;", "=r"()
  %6 = mul i32 %5, %2
  %7 = sext i32 %6 to i64
  %8 = getelementptr float, ptr addrspace(1) %1, i64 %7
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = and i32 %9, 63
  %11 = icmp slt i32 %10, %3
  %12 = zext i32 %10 to i64
  %13 = getelementptr float, ptr addrspace(1) %8, i64 %12
  %14 = tail call i32 asm sideeffect "mov.u32 $0, $3;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];\0A\09@!$4 mov.u32 $0, $5;", "=r,l,b,r,b,r"(ptr addrspace(1) %13, i1 %11, i32 -8388608, i1 %11, i32 -8388608)
  %15 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %14, i32 16, i32 31)
  %16 = and i32 %9, 31
  %17 = lshr i32 %9, 5
  %18 = and i32 %17, 1
  %19 = icmp eq i32 %16, 0
  %20 = zext i32 %18 to i64
  %21 = getelementptr float, ptr addrspace(3) @global_smem, i64 %20
  tail call void asm sideeffect "@$2 st.shared.b32 [ $0 + 0 ], $1;", "r,r,b"(ptr addrspace(3) %21, i32 %15, i1 %19)
  tail call void @llvm.nvvm.barrier0()
  %22 = icmp slt i32 %9, 2
  %23 = zext i32 %9 to i64
  %24 = getelementptr float, ptr addrspace(3) @global_smem, i64 %23
  %25 = tail call i32 asm sideeffect "@$2 ld.shared.b32 $0, [ $1 + 0 ];", "=r,r,b"(ptr addrspace(3) %24, i1 %22)
  %26 = getelementptr float, ptr addrspace(1) %0, i64 %7
  %27 = getelementptr float, ptr addrspace(1) %26, i64 %12
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %25, ptr addrspace(1) %27, i1 %11)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier0()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @softmax_kernel, !"kernel", i32 1}
!1 = !{ptr @softmax_kernel, !"maxntidx", i32 64}
