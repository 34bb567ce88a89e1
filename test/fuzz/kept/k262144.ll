; launch: kernel=k262144 block=128,1,1 grid=1,1,1 ld=32 n=388 offset=138 wide=3639714
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x i32] undef, align 4

define ptx_kernel void @k262144(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #0 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %2 = zext i32 %1 to i64
  %3 = getelementptr inbounds i32, ptr addrspace(3) @tile, i64 %2
  store i32 %1, ptr addrspace(3) %3, align 4, !dbg !6
  %4 = load i32, ptr addrspace(3) @tile, align 4, !dbg !7
  %5 = trunc i32 %1 to i8
  %6 = zext i8 %5 to i32
  %7 = add nsw i32 %4, 127
  %8 = sub i32 %6, %7
  %9 = urem i32 %8, 120
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds [25 x <4 x i8>], ptr addrspace(1) %0, i64 %10, i64 7
  store <4 x i8> zeroinitializer, ptr addrspace(1) %11, align 4, !dbg !8
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k262144", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
!7 = !DILocation(line: 3, column: 1, scope: !3)
!8 = !DILocation(line: 4, column: 1, scope: !3)
