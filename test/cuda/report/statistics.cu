// How sure a report is, and what keeps it from being surer.
//
// RUN: %sectorscope audit %s --toolkit=own --statistics | %FileCheck %s --match-full-lines --strict-whitespace
// RUN: %sectorscope audit %s --toolkit=own --statistics -o %t && %FileCheck %s --match-full-lines --strict-whitespace < %t
// RUN: %not %sectorscope audit %s --toolkit=own --statistics --format=json 2>&1 | %FileCheck %s --check-prefix=BOTH

#include <cuda_runtime.h>

__global__ void rows(float *out, const float *in, int pitch, int stride) {
  out[blockIdx.x * 256 + threadIdx.x] = in[blockIdx.x * pitch + threadIdx.x] + in[blockIdx.x * stride + threadIdx.x];
}

__global__ void gather(float *out, const float *in, const int *index) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[i]];
}

// CHECK:Sectorscope: how sure, over 6 accesses in 2 kernels (target sm_90)
// CHECK-NEXT:                        exact   bounded   unknown  not analysed
// CHECK-NEXT:  accesses                  3         3         0             0
// CHECK-NEXT:  share                  50 %      50 %       0 %           0 %
// CHECK-NEXT:  mean over kernels      50 %      50 %       0 %           0 %
// CHECK-EMPTY:
// CHECK-NEXT:Bounded (3)
// CHECK-NEXT:  count  share   open           reason
// CHECK-NEXT:  2      33.3 %  start-of-data  start of the data hangs on a parameter
// CHECK-NEXT:         such as {{(.*/)?}}statistics.cu:10:41: start of the data hangs on pitch
// CHECK-NEXT:  1      16.7 %  data           data-dependent: value loaded from memory
// CHECK-NEXT:         such as {{(.*/)?}}statistics.cu:15:12: data-dependent: value loaded from memory at{{.*}}
// CHECK-NOT:{{Unknown.*|Not analysed.*}}
// BOTH: sectorscope: --statistics: has a form of its own; leave out --format
