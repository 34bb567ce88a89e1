; A tile of a matrix product as Triton writes it: 128 threads copy 64 rows of 32 halves (64 bytes) of A to swizzled shared
; memory, ldmatrix takes them to the tensor cores, results go back two floats per lane. Newer dialect: the block is
; required, masks become sizes of asynchronous copies.
; REQUIRES: llvm-22
; RUN: cp %s %t.llir
; RUN: %sectorscope audit %t.llir --format=check --assume arg2=1024 --assume arg3=2048 --assume arg4=64 | %FileCheck %s
;
; Eight rows per warp, two sectors each.
; CHECK: copy 16B sectors=16/16/16 ideal=16 lanes=32 exact block=128x1x1 kernel=matmul_kernel
; CHECK-NEXT: copy 16B sectors=16/16/16 ideal=16 lanes=32 exact
; The swizzle keeps the eight rows of a matrix apart.
; CHECK-NEXT: load shared 16B wavefronts=4/4/4 ideal=4 lanes=32 exact
; Four lanes store 32 bytes of a row, eight rows.
; CHECK-NEXT: store 8B sectors=8/8/8 ideal=8 lanes=32 exact
; CHECK-NEXT: store 8B sectors=8/8/8 ideal=8 lanes=32 exact
; CHECK-NOT: not-analysed

source_filename = "LLVMDialectModule"
target triple = "nvptx64-nvidia-cuda"
@global_smem = external addrspace(3) global [0 x i8], align 16

define ptx_kernel void @matmul_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, i32 %3, i32 %4) local_unnamed_addr #0 {
  %6 = tail call i32 asm "mov.u32 $0, %ctaid.x;", "=r"()
  %7 = shl i32 %6, 6
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = lshr i32 %8, 2
  %10 = and i32 %9, 31
  %11 = and i32 %8, 3
  %12 = shl nuw nsw i32 %11, 3
  %13 = or disjoint i32 %7, %10
  %14 = or disjoint i32 %13, 32
  %15 = mul i32 %13, %2
  %16 = mul i32 %14, %2
  %17 = add i32 %15, %12
  %18 = add i32 %16, %12
  %19 = sext i32 %17 to i64
  %20 = sext i32 %18 to i64
  %21 = getelementptr half, ptr addrspace(1) %0, i64 %19
  %22 = getelementptr half, ptr addrspace(1) %0, i64 %20
  ; swizzle: chunk ^ (row / 2 % 4), rows of 32 halves
  %23 = lshr i32 %10, 1
  %24 = and i32 %23, 3
  %25 = xor i32 %24, %11
  %26 = shl nuw nsw i32 %25, 3
  %27 = shl nuw nsw i32 %10, 5
  %28 = or disjoint i32 %27, %26
  %29 = zext nneg i32 %28 to i64
  %30 = getelementptr half, ptr addrspace(3) @global_smem, i64 %29
  %31 = getelementptr i8, ptr addrspace(3) %30, i64 2048
  ; lanes 0 to 15 give the rows of the left half, 16 to 31 of the right half
  %32 = and i32 %8, 15
  %33 = lshr i32 %8, 5
  %34 = shl nuw nsw i32 %33, 4
  %35 = or disjoint i32 %34, %32
  %36 = lshr i32 %8, 4
  %37 = and i32 %36, 1
  %38 = lshr i32 %32, 1
  %39 = and i32 %38, 3
  %40 = xor i32 %39, %37
  %41 = shl nuw nsw i32 %40, 3
  %42 = shl nuw nsw i32 %35, 5
  %43 = or disjoint i32 %42, %41
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr half, ptr addrspace(3) @global_smem, i64 %44
  br label %46

46:
  %47 = phi i32 [ 0, %5 ], [ %60, %46 ]
  %48 = phi ptr addrspace(1) [ %21, %5 ], [ %61, %46 ]
  %49 = phi ptr addrspace(1) [ %22, %5 ], [ %62, %46 ]
  %50 = phi float [ 0.0, %5 ], [ %59, %46 ]
  %51 = icmp slt i32 %47, %4
  %52 = select i1 %51, i32 16, i32 0
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %30, ptr addrspace(1) %48, i32 %52)
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %31, ptr addrspace(1) %49, i32 %52)
  tail call void @llvm.nvvm.cp.async.commit.group()
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0)
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %53 = tail call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,r"(ptr addrspace(3) %45)
  %54 = extractvalue { i32, i32, i32, i32 } %53, 0
  %55 = extractvalue { i32, i32, i32, i32 } %53, 1
  %56 = extractvalue { i32, i32, i32, i32 } %53, 2
  %57 = extractvalue { i32, i32, i32, i32 } %53, 3
  %58 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $4, $5, $6, $7 }, { $8, $9 }, { $10, $11, $12, $13 };", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %54, i32 %55, i32 %56, i32 %57, i32 %54, i32 %55, float %50, float %50, float %50, float %50)
  %59 = extractvalue { float, float, float, float } %58, 0
  %60 = add i32 %47, 32
  %61 = getelementptr half, ptr addrspace(1) %48, i64 32
  %62 = getelementptr half, ptr addrspace(1) %49, i64 32
  %63 = icmp slt i32 %60, %4
  br i1 %63, label %46, label %64

64:
  ; the m16n8 result: row lane / 4 and eight below, columns 2 * (lane % 4) and one to the right
  %65 = and i32 %9, 7
  %66 = or disjoint i32 %34, %65
  %67 = add i32 %7, %66
  %68 = mul i32 %67, %3
  %69 = shl nuw nsw i32 %11, 1
  %70 = add i32 %68, %69
  %71 = sext i32 %70 to i64
  %72 = getelementptr float, ptr addrspace(1) %1, i64 %71
  %73 = shl i32 %3, 3
  %74 = sext i32 %73 to i64
  %75 = getelementptr float, ptr addrspace(1) %72, i64 %74
  %76 = bitcast float %59 to i32
  tail call void asm sideeffect "st.global.v2.b32 [ $2 + 0 ], { $0, $1 };", "r,r,l"(i32 %76, i32 %76, ptr addrspace(1) %72)
  tail call void asm sideeffect "st.global.v2.b32 [ $2 + 0 ], { $0, $1 };", "r,r,l"(i32 %76, i32 %76, ptr addrspace(1) %75)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
attributes #0 = { nounwind "nvvm.reqntid"="128" }
