; launch: kernel=k992133 block=4,4,4 grid=3,1,1 ld=1024 n=314 offset=82 wide=6085819
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @k992133(ptr readonly %in, ptr readonly %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %in to ptr addrspace(1)
  %1 = addrspacecast ptr %out to ptr addrspace(1)
  %2 = load i8, ptr addrspace(1) %0, align 1, !dbg !6
  %3 = sext i8 %2 to i32
  %4 = tail call i32 @llvm.umin.i32(i32 %3, i32 -1135900392)
  %5 = icmp slt i32 %4, 64
  br i1 %5, label %then3, label %else

then3:                                            ; preds = %entry
  br label %exit

else:                                             ; preds = %entry
  store <2 x i64> zeroinitializer, ptr addrspace(1) %1, align 16, !dbg !7
  br label %exit

exit:                                             ; preds = %else, %then3
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k992133", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
