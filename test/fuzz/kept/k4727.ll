; launch: kernel=k4727 told=block block=7,5,3 grid=2,3,1 ld=64 n=166 offset=2 wide=4644713
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #0

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @k4727(ptr readonly %in, ptr readnone %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %3 = add nuw nsw i32 %1, %2
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = icmp eq i32 %4, %3
  %6 = select i1 %5, i64 31, i64 8
  %7 = getelementptr double, ptr addrspace(1) %0, i64 %6
  store double 0.000000e+00, ptr addrspace(1) %7, align 8, !dbg !6
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k4727", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
