// Where code runs and where variables live.
//
// RUN: %compile --own %s | %FileCheck %s

#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

// CHECK-DAG: @coefficients = {{.*}}addrspace(4) {{.*}}[16 x float]
__constant__ float coefficients[16];
// CHECK-DAG: @table = {{.*}}addrspace(1) {{.*}}[32 x float]
__device__ float table[32];
// CHECK-DAG: @managed = {{.*}}addrspace(1) {{.*}}i32
__managed__ int managed;
// CHECK-DAG: @dynamic = {{.*}}addrspace(3)
extern __shared__ float dynamic[];
texture<float, 1> reference;

__device__ __forceinline__ float inlined(float a) { return a * coefficients[3]; }
// CHECK-DAG: define {{.*}}@_Z10notInlinedf(
__device__ __noinline__ float notInlined(float a) { return a + table[5]; }

// CHECK-DAG: define {{.*}}@_Z6kernelPfi(
__global__ void __launch_bounds__(256, 2) kernel(float *__restrict__ out, const __grid_constant__ int n) {
  __shared__ float tile[32];
  tile[threadIdx.x % 32] = inlined(out[threadIdx.x]);
  dynamic[threadIdx.x] = tex1Dfetch(reference, n);
  __syncthreads();
  assert(n > 0);
  // CHECK-DAG: call {{.*}}@vprintf
  printf("%d\n", managed);
  out[threadIdx.x] = notInlined(tile[0]) + dynamic[0] + clock() + warpSize;
  // CHECK-DAG: {{call void @llvm.trap|asm sideeffect "trap;"}}
  if (n == 7)
    __trap();
}
// CHECK-DAG: {{"nvvm.maxntid"="256"|!"maxntidx", i32 256}}
