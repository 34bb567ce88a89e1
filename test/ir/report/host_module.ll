; print<sectorscope> on a module that is not for a GPU is an error that says so; the diagnosing pass keeps still, since
; the host half of every CUDA compile loads the plugin.
;
; RUN: %not %opt -load-pass-plugin=%plugin -passes='print<sectorscope>' -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=sectorscope -disable-output %s > %t 2>&1
; RUN: %python -c "import sys; sys.exit(open(sys.argv[1]).read() or 0)" %t
;
; CHECK: error: sectorscope: {{.*}}host_module.ll: no NVPTX module; compile for a GPU (--cuda-device-only)

target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %p) {
  store i32 0, ptr %p
  ret void
}
