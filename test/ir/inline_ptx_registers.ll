; Registers of the assembly's own: addresses, predicates and results that it computes.
; RUN: %sectorscope audit %s --format=check --block 32 | %FileCheck %s
;
; b + 8 * tid, computed inside: 4 of every 8 bytes, 8 sectors.
; CHECK: load 4B sectors=8/8/8 ideal=4 lanes=32 exact
; Its result as an index: the values hang on data.
; CHECK-NEXT: store 4B sectors=1..32 {{.*}}bounded
; The second of two results is uniform, as both were loaded from one address; what it is decides the start.
; CHECK-NEXT: load 8B sectors=1/1/1 ideal=1 lanes=32 exact
; CHECK-NEXT: store 4B sectors=4..5 ideal=4..4 lanes=32..32 bounded
; tid < 24 and not tid < 8: bytes 64 to 191 past b, whose start is a multiple of 256: 4 sectors at a shift of 64.
; CHECK-NEXT: store 8B sectors=4/4/4 ideal=4 lanes=16 exact
; The inner p is another one: all lanes.
; CHECK-NEXT: store 4B sectors=4/4/4 ideal=4 lanes=32 exact
; 4 * (tid ^ 3) and, by bit fields, 32 * (tid & 15): 16 sectors of 32 lanes.
; CHECK-NEXT: store 4B sectors=4/4/4 ideal=4 lanes=32 exact
; CHECK-NEXT: store 4B sectors=16/16/16 ideal=2 lanes=32 exact
; A value that is loaded only in the lanes below 8, else 0: index tid in lanes that do not load.
; CHECK-NEXT: load 4B sectors=1/1/1 ideal=1 lanes=8 exact
; CHECK-NEXT: store 4B sectors=1..{{[0-9]+}} {{.*}}bounded
; Both halves of a pair: {0, tid} is tid << 32; the upper half is tid again.
; CHECK-NEXT: store 4B sectors=4/4/4 ideal=4 lanes=32 exact
; In and out: an operand that starts as tid.
; CHECK-NEXT: store 4B sectors=8/8/8 ideal=4 lanes=32 exact
; CHECK-NOT: not-analysed

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %a, ptr %b) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %x = call i32 asm sideeffect "{ .reg .u32 r; .reg .u64 q; mov.u32 r, %tid.x; mad.wide.u32 q, r, 8, $1; ld.global.u32 $0, [q]; }", "=r,l"(ptr %b)
  %xi = zext i32 %x to i64
  %q0 = getelementptr i32, ptr %a, i64 %xi
  store i32 1, ptr %q0

  %pair = call { i32, i32 } asm sideeffect "ld.global.v2.u32 {$0,$1}, [$2];", "=r,=r,l"(ptr %b)
  %y = extractvalue { i32, i32 } %pair, 1
  %yi = zext i32 %y to i64
  %q1 = getelementptr i32, ptr %a, i64 %yi
  %q2 = getelementptr i32, ptr %q1, i64 %i
  store i32 1, ptr %q2

  %q3 = getelementptr i64, ptr %b, i64 %i
  call void asm sideeffect "{ .reg .pred p, q; setp.lt.u32 p|q, $0, 8; setp.lt.and.u32 p, $0, 24, q; @p st.global.b64 [$1], $2; }", "r,l,l"(i32 %t, ptr %q3, i64 0)

  %q4 = getelementptr i32, ptr %b, i64 %i
  call void asm sideeffect "{ .reg .pred p; setp.ge.u32 p, $0, 0; { .reg .pred p; setp.eq.u32 p, $0, 1; } @p st.global.b32 [$1], 7; }", "r,l"(i32 %t, ptr %q4)

  %z = call i32 asm "lop3.b32 $0, $1, 3, 0, 0x3c;", "=r,r"(i32 %t)
  %zi = zext i32 %z to i64
  %q5 = getelementptr i32, ptr %b, i64 %zi
  store i32 1, ptr %q5
  %field = call i32 asm "bfe.u32 $0, $1, 0, 4;\0A\09shl.b32 $0, $0, 5;", "=r,r"(i32 %t)
  %fi = zext i32 %field to i64
  %q6 = getelementptr i8, ptr %b, i64 %fi
  store i32 1, ptr %q6

  %few = icmp ult i32 %t, 8
  %v = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr %q4, i1 %few)
  %w = add i32 %v, %t
  %wi = zext i32 %w to i64
  %q7 = getelementptr i32, ptr %a, i64 %wi
  store i32 1, ptr %q7

  %u = call i32 asm "{ .reg .b64 w; .reg .b32 low, high; mov.b64 w, {0, $1}; mov.b64 {low, high}, w; mov.b32 $0, high; }", "=r,r"(i32 %t)
  %ui = zext i32 %u to i64
  %q8 = getelementptr i32, ptr %b, i64 %ui
  store i32 1, ptr %q8

  %s = call i32 asm "add.u32 $0, $0, $0;", "=r,0"(i32 %t)
  %si = zext i32 %s to i64
  %q9 = getelementptr i32, ptr %b, i64 %si
  store i32 1, ptr %q9
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }
