; Atomic operations and reductions in inline PTX.
; RUN: %sectorscope audit %s --format=check --block 32 | %FileCheck %s
;
; Side by side, with and without a result that is read, into a sink, into a register that nobody reads.
; CHECK: atomic 4B sectors=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: reduction 4B sectors=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: reduction 4B sectors=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: reduction 4B sectors=4/4/4 ideal=4 lanes=32 exact
; Exchanges stay what they are.
; CHECK-NEXT: atomic 4B sectors=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: atomic 4B sectors=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: reduction 8B sectors=8/8/8 ideal=8 lanes=32 exact
; Vectors, and two halves of a word.
; CHECK-NEXT: reduction 16B sectors=16/16/16 ideal=16 lanes=32 exact
; CHECK-NEXT: atomic 8B sectors=8/8/8 ideal=8 lanes=32 exact
; CHECK-NEXT: reduction 4B sectors=1/1/1 ideal=1 lanes=4 exact
; In shared memory, side by side; all on one of two words, where lanes pass one after another, unless they are counted
; first, or combined by the assembler; compare and swap in two passes; a loop that repeats is not counted.
; CHECK-NEXT: atomic shared 4B wavefronts=1/1/1 ideal=1 lanes=32 exact
; CHECK-NEXT: reduction shared 4B wavefronts=1/1/1 ideal=1 lanes=32 exact
; CHECK-NEXT: atomic shared 4B wavefronts=16/16/16 ideal=1 lanes=32 exact
; CHECK-NEXT: reduction shared 4B wavefronts=1/1/1 ideal=1 lanes=32 exact
; CHECK-NEXT: reduction shared 4B wavefronts=1/1/1 ideal=1 lanes=1 exact
; CHECK-NEXT: atomic shared 4B wavefronts=32/32/32 ideal=2 lanes=32 exact
; CHECK-NEXT: reduction shared 4B {{.*}}
; CHECK-NOT: not-analysed

target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [32 x i32] undef, align 128

define ptx_kernel void @k(ptr %a, ptr %b) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr i32, ptr %a, i64 %i
  %used = call i32 asm sideeffect "atom.relaxed.gpu.global.add.u32 $0, [$1], 1;", "=r,l"(ptr %p)
  %unused = call i32 asm sideeffect "atom.global.add.u32 $0, [$1], 1;", "=r,l"(ptr %p)
  call void asm sideeffect "atom.global.add.u32 _, [$0], 1;", "l"(ptr %p)
  call void asm sideeffect "{ .reg .u32 r; atom.global.max.s32 r, [$0], $1; }", "l,r"(ptr %p, i32 %used)
  call void asm sideeffect "{ .reg .u32 r; atom.global.exch.b32 r, [$0], 1; }", "l"(ptr %p)
  call void asm sideeffect "{ .reg .u32 r; atom.cas.b32 r, [$0], 1, 2; }", "l"(ptr %p)
  %q = getelementptr i64, ptr %a, i64 %i
  call void asm sideeffect "red.release.sys.global.add.u64 [$0], 1;", "l"(ptr %q)
  %v = getelementptr <4 x float>, ptr %a, i64 %i
  call void asm sideeffect "red.global.add.v4.f32 [$0], {$1, $1, $1, $1};", "l,f"(ptr %v, float 1.0)
  %pair = call { float, float } asm sideeffect "atom.global.v2.f32.add {$0, $1}, [$2], {$3, $3};", "=f,=f,l,f"(ptr %q, float 1.0)
  %x = extractvalue { float, float } %pair, 0
  %xi = bitcast float %x to i32
  %few = icmp ult i32 %t, 4
  call void asm sideeffect "@$2 red.global.add.noftz.f16x2 [$0], $1;", "l,r,b"(ptr %p, i32 %xi, i1 %few)
  %base = ptrtoint ptr addrspace(3) @tile to i32
  %offset = shl i32 %t, 2
  %s = add i32 %base, %offset
  %old = call i32 asm sideeffect "atom.shared.add.u32 $0, [$1], 5;", "=r,r"(i32 %s)
  call void asm sideeffect "red.shared.add.u32 [$0], $1;", "r,r"(i32 %s, i32 %old)
  %half = and i32 %offset, 4
  %w = add i32 %base, %half
  %o1 = call i32 asm sideeffect "atom.shared.xor.b32 $0, [$1], 1;", "=r,r"(i32 %w)
  call void asm sideeffect "red.shared.add.u32 [$0], 1;", "r"(i32 %w)
  call void asm sideeffect "red.shared.max.u32 [$0], $1;", "r,r"(i32 %base, i32 %o1)
  %o2 = call i32 asm sideeffect "atom.shared.cas.b32 $0, [$1], 1, 2;", "=r,r"(i32 %w)
  call void asm sideeffect "red.shared.add.f32 [$0], $1;", "r,f"(i32 %s, float 1.0)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }
