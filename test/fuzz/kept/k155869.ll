; launch: kernel=k155869 block=160,1,1 grid=1,1,1 ld=5 n=387 offset=99 wide=4780815 field:8:8=16 field:8:12=120
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

define ptx_kernel void @k155869(ptr readonly %in, ptr readonly %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide, ptr readonly byval({ ptr, i32, i32 }) align 8 %view) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = addrspacecast ptr %keys to ptr addrspace(1)
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %umax = tail call i32 @llvm.umax.i32(i32 %2, i32 1)
  br label %do

endif:                                            ; preds = %endif3
  ret void

do:                                               ; preds = %endif3, %entry
  %3 = phi i32 [ 0, %entry ], [ %8, %endif3 ]
  %4 = load i64, ptr addrspace(1) %1, align 8, !dbg !6
  %5 = trunc i64 %4 to i32
  %.not4 = icmp slt i32 %offset, %5
  %6 = select i1 %.not4, i32 %3, i32 0
  %7 = icmp slt i32 %6, 41
  br i1 %7, label %then1, label %else2

then1:                                            ; preds = %do
  br label %endif3

else2:                                            ; preds = %do
  store i8 0, ptr addrspace(1) %0, align 1, !dbg !7
  br label %endif3

endif3:                                           ; preds = %else2, %then1
  %8 = add nuw nsw i32 %3, 1
  %exitcond.not = icmp eq i32 %8, %umax
  br i1 %exitcond.not, label %endif, label %do
}

declare i32 @llvm.umax.i32(i32, i32) #2

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { "target-cpu"="sm_90" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k155869", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
