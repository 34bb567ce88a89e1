; Launch bounds as LLVM wrote them before 21, in annotations.
; RUN: %sectorscope audit %s > %t
; RUN: %FileCheck %s < %t
; RUN: %sectorscope audit %s --block 32 --kernel required > %t
; RUN: %FileCheck %s --check-prefix=OTHER < %t

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: required
; CHECK-NEXT: block 64x2x1 (required by the kernel)
; OTHER: note: required: block 32x1x1 cannot be launched, the kernel requires 64x2x1
define void @required(ptr %a) {
  store i32 0, ptr %a
  ret void
}

; 48 threads at most, of 8 and 6: 256, halved until it fits.
; CHECK-LABEL: bounded
; CHECK-NEXT: block 32x1x1 (assumed
define void @bounded(ptr %a) {
  store i32 0, ptr %a
  ret void
}

; CHECK-LABEL: clustered
; CHECK-NEXT: block 256x1x1 (assumed
define void @clustered(ptr %a) {
  store i32 0, ptr %a
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @required, !"kernel", i32 1, !"reqntidx", i32 64, !"reqntidy", i32 2}
!1 = !{ptr @bounded, !"kernel", i32 1, !"maxntidx", i32 8, !"maxntidy", i32 6}
!2 = !{ptr @clustered, !"kernel", i32 1, !"cluster_dim_x", i32 2}
