; Functions that the compiler did not inline are read with the values of each caller; recursion is named.
; RUN: %sectorscope audit %s --format=check | %FileCheck %s
; RUN: %sectorscope audit %s --format=check --block 64 --grid 3 | %FileCheck %s --check-prefix=COUNTED
;
; a[2 i] and a[i] through one instruction: 8 and 4 sectors. How often each call is made is known with the launch.
; CHECK: store 4B sectors=4..8 ideal=4..4 lanes=32..32 bounded
; CHECK-NEXT: not-analysed
; COUNTED: store 4B sectors=4/6/8 ideal=4 lanes=32 exact
; COUNTED-NEXT: not-analysed kernel=k what=call to again

target triple = "nvptx64-nvidia-cuda"

define internal void @put(ptr %p, i32 %i) noinline {
  %wide = zext i32 %i to i64
  %at = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %at, align 4
  ret void
}

define internal i32 @again(i32 %n) noinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %less = add i32 %n, -1
  %r = call i32 @again(i32 %less)
  ret i32 %r
done:
  ret i32 1
}

define ptx_kernel void @k(ptr %a, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = shl i32 %t, 1
  call void @put(ptr %a, i32 %twice)
  call void @put(ptr %a, i32 %t)
  %r = call i32 @again(i32 %n)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }
