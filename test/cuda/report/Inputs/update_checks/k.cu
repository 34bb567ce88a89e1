// RUN: %sectorscope audit %s --toolkit=own --block 128 --format=check | FileCheck %s
#include <cuda_runtime.h>

// One access that has changed, two on its line that have not; in all three the offset and the wildcards stay.
__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: {{(.*/)?}}k.cu:[[#@LINE+4]] store 4B sectors=4/4/4 ideal=4 {{.*}} exact block=256x1x1
    // CHECK-NEXT: {{(.*/)?}}k.cu:[[#@LINE+3]]   load 4B sectors=4/4/4 ideal=4 lanes={{[0-9]+}} exact {{.*}}kernel=saxpy(float*, float const*, float, int)
    // CHECK-NEXT: {{(.*/)?}}k.cu:[[#@LINE+2]] load 4B sectors=4/4/4 ideal=4
    // sectorscope-expect: sectors<=4, exact
    y[i] = a * x[3 * i] + y[i];
  __shared__ float tile[32][33];
  // CHECK-NEXT: k.cu:[[#@LINE+1]] atomic 4B sectors=1/1/1 gone
  tile[threadIdx.x % 32][threadIdx.x / 32] = a; // sectorscope-expect: wavefronts==2, exact, sectors<=1
  __syncthreads();
  if (i < n)
    y[i] = tile[threadIdx.x / 32][threadIdx.x % 32];
}

// Two instances of one line.
template <typename T> __global__ void scale(T *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: k.cu:[[#@LINE+4]] store 4B sectors=4/4/4 {{.*}} kernel=void scale<float>(float*)
  // CHECK: k.cu:[[#@LINE+3]] load 4B sectors=8/8/8 {{.*}} kernel=void scale<float>(float*)
  // CHECK: k.cu:[[#@LINE+2]] store 8B sectors=4/4/4 {{.*}} kernel=void scale<double>(double*)
  // CHECK: k.cu:[[#@LINE+1]] load 8B sectors=16/16/16 {{.*}} kernel=void scale<double>(double*)
  x[i] = x[2 * i] * 2;
}
template __global__ void scale<float>(float *);
template __global__ void scale<double>(double *);
