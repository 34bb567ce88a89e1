; launch: kernel=joinedTriangle block=32,1,1 grid=1,1,1
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @joinedTriangle(ptr addrspace(1) %out) !dbg !3 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %shifted = add i64 %index, 1
  %address = getelementptr i32, ptr addrspace(1) %out, i64 %shifted
  br label %loop

loop:                                             ; lanes leave one by one
  %trip = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %tid, ptr addrspace(1) %address, align 4, !dbg !6
  %next = add i32 %trip, 1
  %again = icmp ule i32 %next, %tid
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "joinedTriangle", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
