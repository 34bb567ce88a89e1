; launch: kernel=k447299 block=100,1,1 grid=3,2,1 ld=16 n=296 offset=183 wide=1635530
; ModuleID = 'random'
source_filename = "random.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k447299(ptr %in, ptr %keys, ptr %out, ptr %sums, i32 %n, i32 %ld, i32 %offset, i64 %wide) #0 !dbg !3 {
entry:
  %0 = addrspacecast ptr %out to ptr addrspace(1)
  br label %while3

while3:                                           ; preds = %endwhile12, %entry
  %1 = phi i32 [ 0, %entry ], [ %8, %endwhile12 ]
  %2 = icmp slt i32 %1, %n
  br i1 %2, label %body4, label %endwhile5

body4:                                            ; preds = %while3
  br label %while10

endwhile5:                                        ; preds = %while3
  ret void

while10:                                          ; preds = %rest, %body4
  %3 = phi i32 [ 0, %body4 ], [ %7, %rest ]
  %4 = icmp slt i32 %3, 6
  br i1 %4, label %body11, label %endwhile12

body11:                                           ; preds = %while10
  %5 = mul i32 1981045722, %3
  %6 = icmp slt i32 %5, -1
  br i1 %6, label %endwhile12, label %rest

rest:                                             ; preds = %body11
  store i8 0, ptr addrspace(1) %0, align 1, !dbg !6
  %7 = add i32 %3, 1
  br label %while10

endwhile12:                                       ; preds = %body11, %while10
  %8 = add i32 %1, 16
  br label %while3
}

attributes #0 = { "target-cpu"="sm_90" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, producer: "random", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "random.cu", directory: ".")
!3 = distinct !DISubprogram(name: "k447299", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !3)
