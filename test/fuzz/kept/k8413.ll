; launch: kernel=k8413 block=32,1,1 grid=4,1,1 ld=7 n=279 offset=-7 wide=16150682
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @k8413(ptr readonly %in, ptr readonly %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %keys to ptr addrspace(1)
  %1 = addrspacecast ptr %out to ptr addrspace(1)
  %2 = addrspacecast ptr %in to ptr addrspace(1)
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %then, label %else

then:                                             ; preds = %entry
  %5 = load i32, ptr addrspace(1) %0, align 4, !dbg !6
  %6 = sext i32 %5 to i64
  br label %exit

else:                                             ; preds = %entry
  br label %exit

exit:                                             ; preds = %else, %then
  %.pn = phi i64 [ %6, %then ], [ 0, %else ]
  %.sink.in = getelementptr double, ptr addrspace(1) %2, i64 %.pn
  %.sink = load double, ptr addrspace(1) %.sink.in, align 8, !dbg !7
  store double %.sink, ptr addrspace(1) %1, align 8, !dbg !8
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k8413", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
!8 = !DILocation(line: 4, column: 1, scope: !3)
