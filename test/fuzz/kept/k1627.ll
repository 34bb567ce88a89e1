; launch: kernel=k1627 block=100,1,1 grid=1,1,1 ld=128 n=241 offset=193 wide=9826704 field:8:8=55 field:8:12=33
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #0

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define ptx_kernel void @k1627(ptr readonly %in, ptr readnone %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide, ptr readonly byval({ ptr, i32, i32 }) align 8 %view) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = load <2 x i32>, ptr %view, align 8, !dbg !6
  %2 = extractelement <2 x i32> %1, i32 1
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %4 = load ptr, ptr %view, align 8, !dbg !7
  %5 = icmp ugt i32 %2, 5
  %6 = select i1 %5, i32 %3, i32 0
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr <4 x float>, ptr %4, i64 %7
  %9 = load <4 x float>, ptr %8, align 16, !dbg !8
  store <4 x float> %9, ptr addrspace(1) %0, align 16, !dbg !9
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k1627", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
!8 = !DILocation(line: 4, column: 1, scope: !3)
!9 = !DILocation(line: 5, column: 1, scope: !3)
