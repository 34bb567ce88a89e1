; What a function does it does in each call: nothing is joined or left out between two of them.
; RUN: %sectorscope audit %s --format=json --block 32 --grid 1 > %t
; RUN: %python %S/../cuda/report/Inputs/accesses.py %t | %FileCheck %s
;
; The same address twice: two requests. Neighbouring words of an 8-byte pair: two requests of 4 bytes per lane, not one of 8.
; CHECK: k 5 exact None 4..4 mean 4 None requests 2
; CHECK-NEXT: k 9 exact None 8..8 mean 8 None requests 2

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define internal i32 @get(ptr %p, i32 %i) noinline !dbg !4 {
  %wide = zext i32 %i to i64
  %at = getelementptr inbounds i32, ptr %p, i64 %wide
  %v = load i32, ptr %at, align 4, !dbg !7
  ret i32 %v
}

define internal void @put(ptr %p, i32 %i, i32 %v) noinline !dbg !5 {
  %wide = zext i32 %i to i64
  %at = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 %v, ptr %at, align 4, !dbg !8
  ret void
}

define ptx_kernel void @k(ptr %in, ptr align 8 %out) #0 !dbg !6 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @get(ptr %in, i32 %t), !dbg !9
  %b = call i32 @get(ptr %in, i32 %t), !dbg !10
  %even = shl nuw nsw i32 %t, 1
  %odd = or disjoint i32 %even, 1
  call void @put(ptr %out, i32 %even, i32 %a), !dbg !11
  call void @put(ptr %out, i32 %odd, i32 %b), !dbg !12
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, isOptimized: true, emissionKind: FullDebug)
!2 = !DIFile(filename: "called_twice.cu", directory: ".")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "get", file: !2, line: 4, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = distinct !DISubprogram(name: "put", file: !2, line: 8, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!6 = distinct !DISubprogram(name: "k", file: !2, line: 12, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!7 = !DILocation(line: 5, scope: !4)
!8 = !DILocation(line: 9, scope: !5)
!9 = !DILocation(line: 13, scope: !6)
!10 = !DILocation(line: 14, scope: !6)
!11 = !DILocation(line: 15, scope: !6)
!12 = !DILocation(line: 16, scope: !6)
