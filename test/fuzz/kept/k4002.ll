; launch: kernel=k4002 told=block block=160,1,1 grid=5,1,1 ld=5 n=158 offset=-12 wide=2569854
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

define ptx_kernel void @k4002(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = addrspacecast ptr %in to ptr addrspace(1)
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = add i32 %5, %2
  br label %while4

while4:                                           ; preds = %body5, %entry
  %7 = phi i32 [ 0, %entry ], [ 1, %body5 ]
  %8 = icmp slt i32 %7, 1
  br i1 %8, label %body5, label %endwhile6

body5:                                            ; preds = %while4
  %9 = lshr i32 %6, 3
  %10 = sext i32 %9 to i64
  %11 = shl i64 %10, 60
  %12 = call i64 @llvm.smin.i64(i64 %11, i64 549)
  %13 = getelementptr { half, half, half, half, half }, ptr addrspace(1) %1, i64 %12, i32 2
  %14 = load half, ptr addrspace(1) %13, align 2, !dbg !6
  store half %14, ptr addrspace(1) %0, align 2, !dbg !7
  br label %while4

endwhile6:                                        ; preds = %while4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #2

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { "target-cpu"="sm_90" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k4002", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
