; A vector addition as Triton writes it: 128 threads (4 warps), 1024 elements per block, 8 per thread in two accesses.
; REQUIRES: llvm-22
; RUN: cp %s %t.llir
; RUN: %sectorscope audit %t.llir --format=check | %FileCheck %s
; RUN: %sectorscope audit %t.llir --grid 5 --assume arg3=5000 --format=check | %FileCheck %s --check-prefix=KNOWN
;
; CHECK: 01-vector-add.py:48 load 16B sectors=16/16/16 ideal=16 lanes=32 exact block=128x1x1 kernel=add_kernel
; CHECK-NEXT: 01-vector-add.py:48 load 16B sectors=16/16/16 ideal=16 lanes=32 exact
; CHECK-NEXT: 01-vector-add.py:49 load 16B sectors=16/16/16 ideal=16 lanes=32 exact
; CHECK-NEXT: 01-vector-add.py:49 load 16B sectors=16/16/16 ideal=16 lanes=32 exact
; CHECK-NEXT: 01-vector-add.py:52 store 16B sectors=16/16/16 ideal=16 lanes=32 exact
; CHECK-NEXT: 01-vector-add.py:52 store 16B sectors=16/16/16 ideal=16 lanes=32 exact
; CHECK-NOT: not-analysed
;
; 5000 elements end at the eighth element of the last warp's second access: two lanes, one sector, in one of 20 requests.
; KNOWN: 01-vector-add.py:48 load 16B sectors=16/16/16 ideal=16 lanes=32 exact
; KNOWN-NEXT: 01-vector-add.py:48 load 16B sectors=1/15.25/16 ideal=15.25 lanes=30.5 exact

source_filename = "LLVMDialectModule"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @add_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, ptr addrspace(1) readnone captures(none) %4) local_unnamed_addr #0 !dbg !5 {
  %6 = tail call i32 asm "mov.u32 $0, %ctaid.x;", "=r"() #2, !dbg !8
  %7 = shl i32 %6, 10, !dbg !8
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !8
  %9 = shl i32 %8, 2, !dbg !8
  %10 = and i32 %9, 508, !dbg !8
  %11 = or disjoint i32 %7, %10, !dbg !8
  %12 = or disjoint i32 %11, 512, !dbg !8
  %13 = icmp slt i32 %11, %3, !dbg !8
  %14 = icmp slt i32 %12, %3, !dbg !8
  %15 = sext i32 %11 to i64, !dbg !8
  %16 = getelementptr float, ptr addrspace(1) %0, i64 %15, !dbg !8
  %17 = sext i32 %12 to i64, !dbg !8
  %18 = getelementptr float, ptr addrspace(1) %0, i64 %17, !dbg !8
  %19 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %16, i1 %13) #2, !dbg !9
  %20 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %18, i1 %14) #2, !dbg !9
  %21 = extractvalue { i32, i32, i32, i32 } %19, 0, !dbg !9
  %22 = bitcast i32 %21 to float, !dbg !9
  %23 = extractvalue { i32, i32, i32, i32 } %20, 0, !dbg !9
  %24 = bitcast i32 %23 to float, !dbg !9
  %25 = getelementptr float, ptr addrspace(1) %1, i64 %15, !dbg !8
  %26 = getelementptr float, ptr addrspace(1) %1, i64 %17, !dbg !8
  %27 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %25, i1 %13) #2, !dbg !10
  %28 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %26, i1 %14) #2, !dbg !10
  %29 = extractvalue { i32, i32, i32, i32 } %27, 0, !dbg !10
  %30 = bitcast i32 %29 to float, !dbg !10
  %31 = extractvalue { i32, i32, i32, i32 } %28, 0, !dbg !10
  %32 = bitcast i32 %31 to float, !dbg !10
  %33 = fadd float %22, %30, !dbg !8
  %34 = fadd float %24, %32, !dbg !8
  %35 = getelementptr float, ptr addrspace(1) %2, i64 %15, !dbg !8
  %36 = getelementptr float, ptr addrspace(1) %2, i64 %17, !dbg !8
  %37 = bitcast float %33 to i32, !dbg !11
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %37, i32 %37, i32 %37, i32 %37, ptr addrspace(1) %35, i1 %13) #2, !dbg !11
  %38 = bitcast float %34 to i32, !dbg !11
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %38, i32 %38, i32 %38, i32 %38, ptr addrspace(1) %36, i1 %14) #2, !dbg !11
  ret void, !dbg !11
}
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1
attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "01-vector-add.py", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "add_kernel", linkageName: "add_kernel", scope: !1, file: !1, line: 28, type: !6, scopeLine: 28, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{}
!8 = !DILocation(line: 42, column: 24, scope: !5)
!9 = !DILocation(line: 48, column: 16, scope: !5)
!10 = !DILocation(line: 49, column: 16, scope: !5)
!11 = !DILocation(line: 52, column: 35, scope: !5)
