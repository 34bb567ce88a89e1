; launch: kernel=k304754 block=160,1,1 grid=5,1,1 ld=1024 n=276 offset=121 wide=6462887
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #0

declare noundef i32 @llvm.nvvm.read.ptx.sreg.warpid() #0

define ptx_kernel void @k304754(ptr readonly %in, ptr readonly %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) local_unnamed_addr #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %3 = and i32 %1, 1
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %then, label %second

second:                                           ; preds = %entry
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %6 = add i32 %5, -12
  %7 = lshr i32 %6, %2
  %8 = icmp sge i32 %7, 0
  br i1 %8, label %then, label %exit

then:                                             ; preds = %second, %entry
  store double 0.000000e+00, ptr addrspace(1) %0, align 8, !dbg !6
  br label %exit

exit:                                             ; preds = %then, %second
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k304754", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
