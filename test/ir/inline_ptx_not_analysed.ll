; Inline PTX that touches memory in ways that are not analysed is named, each once; what touches none is not.
; RUN: %sectorscope audit %s --format=check | %FileCheck %s
;
; CHECK: sectorscope-check-format
; CHECK-NEXT: what=prefetch: prefetch.global.L2
; CHECK-NEXT: what=inline assembly: discard.global.L2
; CHECK-NEXT: what=bulk copy global to shared, 4096 bytes
; CHECK-NEXT: what=bulk copy shared to global{{$}}
; CHECK-NEXT: what=bulk prefetch global to L2, 256 bytes
; CHECK-NEXT: what=bulk reduction shared to global, 64 bytes
; CHECK-NEXT: what=tensor copy (TMA), 2 dimensions, global to shared
; CHECK-NEXT: what=tensor copy (TMA), 1 dimension, shared to global
; CHECK-NEXT: what=tensor reduction (TMA), 3 dimensions, shared to global
; CHECK-NEXT: what=distributed shared memory: st.shared::cluster.u32
; CHECK-NEXT: what=distributed shared memory: st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32
; CHECK-NEXT: what=inline assembly: multimem.ld_reduce.global.add.u32
; CHECK-NEXT: what=inline assembly: tex.2d.v4.f32.s32
; CHECK-NEXT: what=inline assembly: sust.b.2d.b32.trap
; CHECK-NEXT: what=wgmma reads shared memory through a descriptor
; CHECK-NEXT: what=tcgen05 reads shared memory through a descriptor
; CHECK-NEXT: what=inline assembly: ld.global.v8.b32
; CHECK-NEXT: what=inline assembly: wonder.global.u32
; CHECK-NEXT: what=inline assembly: st.global.u32
; CHECK-NOT: {{.}}

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %a, i32 %s, i32 %n) #0 {
  call void asm sideeffect "prefetch.global.L2 [$0]; prefetch.global.L2 [$0+128]; prefetch.tensormap [$0];", "l"(ptr %a)
  call void asm sideeffect "discard.global.L2 [$0], 128;", "l"(ptr %a)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$0];", "r,l"(i32 %s, ptr %a)
  call void asm sideeffect "cp.async.bulk.global.shared::cta.bulk_group [$1], [$0], $2;", "r,l,r"(i32 %s, ptr %a, i32 %n)
  call void asm sideeffect "cp.async.bulk.prefetch.L2.global [$0], 256;", "l"(ptr %a)
  call void asm sideeffect "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$1], [$0], 64;", "r,l"(i32 %s, ptr %a)
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $2}], [$0];", "r,l,r"(i32 %s, ptr %a, i32 %n)
  call void asm sideeffect "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [$1, {$2}], [$0];", "r,l,r"(i32 %s, ptr %a, i32 %n)
  call void asm sideeffect "cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.bulk_group [$1, {$2, $2, $2}], [$0];", "r,l,r"(i32 %s, ptr %a, i32 %n)
  call void asm sideeffect "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;", ""()
  call void asm sideeffect "{ .reg .pred P; WAIT: mbarrier.try_wait.parity.shared::cta.b64 P, [$0], 0; @P bra DONE; bra WAIT; DONE: }", "r"(i32 %s)
  call void asm sideeffect "st.shared::cluster.u32 [$0], $1;", "r,r"(i32 %s, i32 %n)
  call void asm sideeffect "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [$0], $1, [$0];", "r,r"(i32 %s, i32 %n)
  %r = call i32 asm sideeffect "multimem.ld_reduce.global.add.u32 $0, [$1];", "=r,l"(ptr %a)
  %c = call { float, float, float, float } asm sideeffect "tex.2d.v4.f32.s32 {$0, $1, $2, $3}, [$4, {$5, $5}];", "=f,=f,=f,=f,l,r"(ptr %a, i32 %n)
  call void asm sideeffect "sust.b.2d.b32.trap [$0, {$1, $1}], {$1};", "l,r"(ptr %a, i32 %n)
  call void asm sideeffect "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0}, $1, $1, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;", "r,l"(i32 %n, i64 0)
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $1, $0, 1; tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$0]; tcgen05.wait::ld.sync.aligned;", "r,l"(i32 %s, i64 0)
  %v = call { i32, i32, i32, i32, i32, i32, i32, i32 } asm sideeffect "ld.global.v8.b32 {$0,$1,$2,$3,$4,$5,$6,$7}, [$8];", "=r,=r,=r,=r,=r,=r,=r,=r,l"(ptr %a)
  %w = call i32 asm sideeffect "wonder.global.u32 $0, [$1];", "=r,l"(ptr %a)
  call void asm sideeffect "LOOP: st.global.u32 [$0], $1; bra LOOP;", "l,r"(ptr %a, i32 %n)
  call void asm sideeffect "", ""()
  call void asm sideeffect "bar.sync 0; fence.proxy.async; griddepcontrol.wait; membar.gl; nanosleep.u32 20; elect.sync _|p, -1;", ""()
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
