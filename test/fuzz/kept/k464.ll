; launch: kernel=k464 block=160,1,1 grid=1,1,1 ld=1024 n=330 offset=65 wide=11749137 field:8:8=16 field:8:12=87
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @k464(ptr readonly %in, ptr readonly %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide, ptr readonly byval({ ptr, i32, i32 }) align 8 %view) local_unnamed_addr #0 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %2 = and i32 %1, 7
  %.not18 = icmp eq i32 %2, 0
  br i1 %.not18, label %exit, label %body10.lr.ph

body10.lr.ph:                                     ; preds = %entry
  br label %body10

body10:                                           ; preds = %body10, %body10.lr.ph
  %.in1517 = phi i32 [ %2, %body10.lr.ph ], [ %3, %body10 ]
  %3 = add nsw i32 %.in1517, -1
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr <2 x float>, ptr addrspace(1) %0, i64 %4
  store <2 x float> zeroinitializer, ptr addrspace(1) %5, align 8, !dbg !6
  %6 = icmp ugt i32 %.in1517, 1
  br i1 %6, label %body10, label %exit

exit:                                             ; preds = %body10, %entry
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "target-cpu"="sm_90" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k464", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
