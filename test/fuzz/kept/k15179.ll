; launch: kernel=k15179 block=8,8,4 grid=2,1,1 ld=1000 n=1 offset=158 wide=12684113
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #0

define ptx_kernel void @k15179(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #1 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %2 = zext i32 %1 to i64
  %3 = mul i64 %2, -4753805814934025184
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %then7, label %endif8

then7:                                            ; preds = %entry
  store float 0.000000e+00, ptr addrspace(1) %0, align 4, !dbg !6
  br label %endif8

endif8:                                           ; preds = %then7, %entry
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k15179", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
