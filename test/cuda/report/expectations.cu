// Expectations in the source are held against the report; a change that breaks one makes the run fail.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cu && echo '{}' > %t/.sectorscope.yaml
// RUN: %python %S/Inputs/exits.py 0 %sectorscope audit %t --toolkit=own
// RUN: sed 's/y\[i\] = x\[i\]/y[i] = x[2 * i]/' %s > %t/k.cu
// RUN: %python %S/Inputs/exits.py 1 %sectorscope audit %t --toolkit=own --format=gcc | %FileCheck %s
// CHECK: sectorscope: k.cu:15: expected sectors<=4, but the load of 4 bytes per lane takes 8 sectors per request; copy(float*, float const*)

#include <cuda_runtime.h>

__global__ void copy(float *y, const float *x) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // sectorscope-expect: sectors<=4, exact
  y[i] = x[i];
  tile[threadIdx.x] = y[i]; // sectorscope-expect: wavefronts==1
  __syncthreads();
  y[i] = tile[255 - threadIdx.x];
}
