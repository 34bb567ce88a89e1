// half and bfloat16: memory of two bytes, four for pairs; arithmetic on both halves of a pair.
//
// RUN: %compile --own %s | %FileCheck %s

#include <cuda_bf16.h>
#include <cuda_fp16.h>

static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4);
static_assert(sizeof(__nv_bfloat16) == 2 && sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4);

// CHECK-LABEL: define {{.*}}@_Z6halvesP6__halfPK7__half2(
__global__ void halves(half *out, const half2 *in) {
  // CHECK: load {{i32|<2 x half>}}, ptr {{.*}}, align 4
  half2 pair = in[threadIdx.x];
  // CHECK: store {{half|i16}} {{.*}}, align 2
  out[threadIdx.x] = __hadd(pair.x, pair.y) * __float2half(2.0f);
  // CHECK: asm sideeffect "atom.add.noftz.f16
  atomicAdd(out, __float2half(1.0f));
}

// CHECK-LABEL: define {{.*}}@_Z9bfloatingP13__nv_bfloat16PK14__nv_bfloat162(
__global__ void bfloating(__nv_bfloat16 *out, const __nv_bfloat162 *in) {
  // CHECK: {{load i32, ptr addrspace\(1\)|llvm.nvvm.ldg.global.i.i32}}
  __nv_bfloat162 pair = __ldg(in + threadIdx.x);
  // CHECK: store i16 {{.*}}, align 2
  out[threadIdx.x] = __hfma(pair.x, pair.y, __float2bfloat16(1.0f));
}
