; launch: kernel=k17010 block=33,1,1 grid=3,1,1 ld=8 n=166 offset=-27 wide=2596621
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define ptx_kernel void @k17010(ptr readonly %in, ptr readonly %keys, ptr writeonly %out, ptr readnone %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) local_unnamed_addr #0 !dbg !3 {
entry:
  %0 = addrspacecast ptr %in to ptr addrspace(1)
  %1 = addrspacecast ptr %out to ptr addrspace(1)
  %2 = alloca [4 x i16], align 16
  %3 = addrspacecast ptr %2 to ptr addrspace(5)
  %4 = icmp slt i32 0, 1
  br i1 %4, label %then, label %else

then:                                             ; preds = %entry
  %5 = zext nneg i32 0 to i64
  %6 = getelementptr inbounds i16, ptr addrspace(5) %3, i64 %5
  %7 = addrspacecast ptr addrspace(5) %6 to ptr
  br label %exit.sink.split

else:                                             ; preds = %entry
  %8 = addrspacecast ptr addrspace(1) %0 to ptr
  br label %exit.sink.split

exit.sink.split:                                  ; preds = %else, %then
  %.sink.in = phi ptr [ %7, %then ], [ %8, %else ]
  %.sink = load i16, ptr %.sink.in, align 2, !dbg !6
  store i16 %.sink, ptr addrspace(1) %1, align 2, !dbg !7
  ret void
}

attributes #0 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k17010", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
