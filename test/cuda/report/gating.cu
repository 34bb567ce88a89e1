// The example of docs/gating.md: expectations written by hand beside the code.
//
// RUN: %sectorscope audit %s --toolkit=own --block 256 --format=check | %FileCheck %s --match-full-lines
//
// A change that spoils the pattern makes the check fail.
// RUN: rm -rf %t && mkdir %t && sed 's/x\[i\] +/x[2 * i] +/' %s > %t/gating.cu
// RUN: %not cmp %s %t/gating.cu
// RUN: %sectorscope audit %t/gating.cu --toolkit=own --block 256 --format=check > %t/out
// RUN: %not %FileCheck %t/gating.cu --match-full-lines < %t/out
// RUN: grep 'load 4B sectors=8/8/8 ideal=4' %t/out

#include <cuda_runtime.h>

// CHECK: sectorscope-check-format 1
__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK-NEXT: {{(.*/)?}}gating.cu:[[#@LINE+3]] store 4B sectors=4/4/4 ideal=4 lanes=32 exact block=256x1x1 kernel=saxpy(float*, float const*, float, int)
    // CHECK-NEXT: {{(.*/)?}}gating.cu:[[#@LINE+2]] load 4B sectors=4/4/4 ideal=4 lanes=32 exact block=256x1x1 kernel=saxpy(float*, float const*, float, int)
    // CHECK-NEXT: {{(.*/)?}}gating.cu:[[#@LINE+1]] load 4B sectors=4/4/4 ideal=4 lanes=32 exact block=256x1x1 kernel=saxpy(float*, float const*, float, int)
    y[i] = a * x[i] + y[i];
}
