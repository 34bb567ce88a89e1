// Relocatable device code: what one file calls and another defines is followed once both are linked.
// RUN: %split-file %s %t
// RUN: %clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -fgpu-rdc -O2 -g \
// RUN:   -I%headers/cuda -include sectorscope_cuda_prelude.h -emit-llvm -c %t/caller.cu -o %t/caller.bc
// RUN: %clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -fgpu-rdc -O2 -g \
// RUN:   -I%headers/cuda -include sectorscope_cuda_prelude.h -emit-llvm -S %t/callee.cu -o %t/callee.ll
// RUN: %sectorscope audit --link %t/caller.bc %t/callee.ll --block 32 > %t/out
// RUN: %FileCheck %s < %t/out
// RUN: %not %sectorscope audit %t/caller.bc --link %t/callee.ll %t/callee.ll 2>&1 | %FileCheck %s --check-prefix=TWICE
// RUN: %not %sectorscope audit --link %t/caller.bc %t/missing.bc 2>&1 | %FileCheck %s --check-prefix=MISSING
// RUN: %not %sectorscope audit --link %t/caller.bc %t/callee.cu 2>&1 | %FileCheck %s --check-prefix=SOURCE

// TWICE: sectorscope: {{.*}}callee.ll: does not link with the files before it ({{.*}}multiply defined{{.*}}); name the files of one program
// MISSING: sectorscope: {{.*}}missing.bc: no such file
// SOURCE: sectorscope: {{.*}}callee.cu: --link takes LLVM IR;

// 32 lanes, 12 bytes apart.
// CHECK-LABEL: caller(float*)
// CHECK: store 4 B {{ *}}12
//--- caller.cu
__device__ int index(int i);
__global__ void caller(float *a) { a[index(threadIdx.x)] = 0; }
//--- callee.cu
__device__ __attribute__((noinline)) int index(int i) { return 3 * i; }
