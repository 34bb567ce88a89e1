; launch: kernel=k213230 block=100,1,1 grid=4,1,1 ld=33 n=645 offset=145 wide=10437941
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

define ptx_kernel void @k213230(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %in to ptr addrspace(1)
  %1 = addrspacecast ptr %out to ptr addrspace(1)
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = add i32 %3, %2
  %5 = sext i32 %3 to i64
  %6 = getelementptr i32, ptr addrspace(1) %0, i64 %5
  %7 = load i32, ptr addrspace(1) %6, align 4, !dbg !6
  %8 = and i32 %7, 3
  switch i32 %8, label %endswitch [
    i32 0, label %case
    i32 1, label %case1
  ]

endswitch:                                        ; preds = %case1, %endwhile, %entry
  ret void

case:                                             ; preds = %entry
  br label %while

while:                                            ; preds = %body, %case
  %9 = phi i32 [ 0, %case ], [ %11, %body ]
  %10 = icmp slt i32 %9, %4
  br i1 %10, label %body, label %endwhile

body:                                             ; preds = %while
  store i32 %4, ptr addrspace(1) %1, align 4, !dbg !7
  %11 = add i32 %9, 1
  br label %while

endwhile:                                         ; preds = %while
  br label %endswitch

case1:                                            ; preds = %entry
  br label %endswitch
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k213230", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
