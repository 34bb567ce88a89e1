// With a toolkit: its headers, the device library linked in, and ours for what CUDA 13 dropped or clang lacks.
//
// REQUIRES: toolkit
// RUN: %compile --toolkit %s | %FileCheck %s
// RUN: %compile %s | %FileCheck %s
// RUN: %compile --toolkit --system-dirs %s | %FileCheck %s --check-prefix=DIRS

#include <cub/warp/warp_reduce.cuh>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>

// DIRS-DAG: headers/compat
// DIRS-DAG: lib/clang/{{22|19}}/include
// DIRS-DAG: {{^/usr/include$}}

texture<float, 1> reference;
__managed__ int managed;


// CHECK-LABEL: define {{.*}}@_Z6kernelPfP6float4PKfi(
__global__ void kernel(float *f, float4 *v, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: asm "ld.global.cg.f32
  // CHECK: asm sideeffect "st.global.cs.f32
  __stcs(f + i, __ldcg(a + i));
  // CHECK: asm "ld.global.ca.v4.f32
  // CHECK: asm sideeffect "st.global.cg.v4.f32
  __stcg(v + i, __ldca(v + i + 1));
  f[i] += sinf(a[i]) + tex1Dfetch(reference, i) + managed;
  // CHECK-NOT: declare {{.*}}@__nv_sinf
}

int main() {
  float *f;
  checkCudaErrors(cudaMalloc(&f, 1024));
  kernel<<<1, 256>>>(f, (float4 *)f, f, 1);
  cudaBindTexture(0, reference, f, 1024);
  cudaThreadSynchronize();
}
