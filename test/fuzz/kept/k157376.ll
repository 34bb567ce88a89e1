; launch: kernel=k157376 block=100,1,1 grid=1,1,1 ld=33 n=373 offset=135 wide=11549416
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k157376(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #0 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %while

while:                                            ; preds = %rest, %entry
  %2 = phi i32 [ 0, %entry ], [ %8, %rest ]
  %3 = icmp slt i32 %2, 3
  br i1 %3, label %body, label %endwhile

body:                                             ; preds = %while
  %4 = zext i32 %1 to i64
  %5 = sext i32 %2 to i64
  %6 = sub i64 %4, %5
  %7 = icmp uge i64 0, %6
  br i1 %7, label %endwhile, label %rest

rest:                                             ; preds = %body
  store <2 x i64> zeroinitializer, ptr addrspace(1) %0, align 16, !dbg !6
  %8 = add i32 %2, 1
  br label %while

endwhile:                                         ; preds = %body, %while
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k157376", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
