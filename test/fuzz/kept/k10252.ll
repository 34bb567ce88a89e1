; launch: kernel=k10252 told=warps block=1,64,1 grid=2,1,1 ld=17 n=261 offset=123 wide=9607306
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define ptx_kernel void @k10252(ptr readnone %in, ptr readnone %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = alloca [4 x i64], align 16
  %1 = addrspacecast ptr %0 to ptr addrspace(5)
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %3 = sub i32 0, %2
  %4 = icmp ugt i32 %3, 40
  br i1 %4, label %then, label %exit

then:                                             ; preds = %entry
  %5 = zext nneg i32 0 to i64
  %6 = getelementptr inbounds i64, ptr addrspace(5) %1, i64 %5
  store i64 0, ptr addrspace(5) %6, align 8, !dbg !6
  br label %exit

exit:                                             ; preds = %then, %entry
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k10252", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
