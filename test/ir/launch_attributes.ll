; Launch bounds as LLVM writes them since 21, in attributes.
; REQUIRES: llvm-22
; RUN: %sectorscope audit %s > %t
; RUN: %FileCheck %s < %t

target triple = "nvptx64-nvidia-cuda"

; A required block is the shape; axes that are left out are 1.
; CHECK-LABEL: required
; CHECK-NEXT: block 64x2x1 (required by the kernel)
define ptx_kernel void @required(ptr %a) #0 {
  store i32 0, ptr %a
  ret void
}

; A bound is none: it cuts the block that is assumed, 256, to 96 or less.
; CHECK-LABEL: bounded
; CHECK-NEXT: block 64x1x1 (assumed
define ptx_kernel void @bounded(ptr %a) #1 {
  store i32 0, ptr %a
  ret void
}

; The blocks of a cluster say nothing of the threads of a block.
; CHECK-LABEL: clustered
; CHECK-NEXT: block 256x1x1 (assumed
define ptx_kernel void @clustered(ptr %a) #2 {
  store i32 0, ptr %a
  ret void
}

attributes #0 = { "nvvm.reqntid"="64,2" }
attributes #1 = { "nvvm.maxntid"="96" "nvvm.minctasm"="2" }
attributes #2 = { "nvvm.cluster_dim"="2,1,1" "nvvm.maxclusterrank"="8" }
