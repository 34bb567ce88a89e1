; opt -passes='print<sectorscope>' prints the report for people, and `sectorscope` says the findings.
;
;   __global__ void every_other(float *a) { a[2 * (blockIdx.x * blockDim.x + threadIdx.x)] = 0; }
;
; RUN: %opt -load-pass-plugin=%plugin -passes='print<sectorscope>' -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=sectorscope -disable-output %s 2>&1 | %FileCheck %s --check-prefix=WARNING
; RUN: %sectorscope audit %s | %FileCheck %s
;
; CHECK: Sectorscope: 1 kernel, 1 access, 1 finding (target sm_90, {{.*}})
; CHECK: {{^}}every_other{{$}}
; CHECK-NEXT: {{^}}  block 256x1x1 (assumed: pass --block to change), grid unknown{{$}}
; CHECK-NEXT: {{^}}  line  access     sectors  ideal  traffic  lanes  sure   address{{$}}
; CHECK-NEXT: {{^}}  ?     store 4 B  8        4      2.0x     32     exact  {{[a-z0-9]+}} + 8*(256*ctaid.x + tid.x){{$}}
; CHECK: How sure
; CHECK-NEXT: exact 1 (100 %), bounded 0 (0 %), unknown 0 (0 %), not analysed 0 (0 %)
;
; WARNING: warning: {{.*}}store of 4 bytes per lane leaves all 8 sectors of a request partly written, 16 of 32 bytes of each: 8 fills per request, each a read of 32 bytes from DRAM; block 256x1x1 assumed, the same for every block of whole warps [sectorscope-partial-write]

target datalayout = "e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @every_other(ptr %a) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %ctaid, %ntid
  %i = add i32 %base, %tid
  %twice = shl i32 %i, 1
  %index = sext i32 %twice to i64
  %p = getelementptr float, ptr %a, i64 %index
  store float 0.0, ptr %p, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

attributes #0 = { "target-cpu"="sm_90" }

!nvvm.annotations = !{!0}
!0 = !{ptr @every_other, !"kernel", i32 1}
