; launch: kernel=k5193 block=17,3,1 grid=2,2,3 ld=7 n=141 offset=-21 wide=7982964
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #0

define ptx_kernel void @k5193(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %2 = urem i32 %1, 16
  %3 = trunc i32 %2 to i8
  %4 = sext i8 %3 to i32
  %5 = sext i32 %4 to i64
  %6 = getelementptr i16, ptr addrspace(1) %0, i64 %5
  store i16 0, ptr addrspace(1) %6, align 2, !dbg !6
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k5193", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
