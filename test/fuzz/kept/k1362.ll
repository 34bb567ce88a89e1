; launch: kernel=k1362 block=160,1,1 grid=4,1,1 ld=128 n=226 offset=49 wide=4546251 field:8:8=18 field:8:12=93
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nofree norecurse nounwind memory(argmem: readwrite)
define ptx_kernel void @k1362(ptr readnone %in, ptr readonly %keys, ptr writeonly %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide, ptr readonly byval({ ptr, i32, i32 }) align 8 %view) local_unnamed_addr #0 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = addrspacecast ptr %keys to ptr addrspace(1)
  %2 = load <2 x i32>, ptr %view, align 8, !dbg !6
  %3 = extractelement <2 x i32> %2, i32 1
  %xtraiter = and i32 %3, 3
  %lcmp.mod.not = icmp eq i32 %xtraiter, 0
  br i1 %lcmp.mod.not, label %body5.prol.loopexit, label %body5.prol

body5.prol:                                       ; preds = %body5.prol, %entry
  %4 = phi i32 [ %5, %body5.prol ], [ 0, %entry ]
  %5 = add nuw nsw i32 %4, 1
  %prol.iter.cmp.not = icmp eq i32 0, %xtraiter
  br i1 %prol.iter.cmp.not, label %body5.prol.loopexit, label %body5.prol, !llvm.loop !7

body5.prol.loopexit:                              ; preds = %body5.prol, %entry
  %.unr = phi i32 [ 0, %entry ], [ %5, %body5.prol ]
  %6 = sext i32 %.unr to i64
  %7 = getelementptr half, ptr addrspace(1) %1, i64 %6
  %8 = load half, ptr addrspace(1) %7, align 2, !dbg !9
  store half %8, ptr addrspace(1) %0, align 2, !dbg !10
  ret void
}

attributes #0 = { nofree norecurse nounwind memory(argmem: readwrite) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k1362", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.unroll.disable"}
!9 = !DILocation(line: 3, column: 1, scope: !3)
!10 = !DILocation(line: 4, column: 1, scope: !3)
