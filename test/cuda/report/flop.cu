// Floating-point operations of a launch, and its intensity. The numbers are worked out by hand beside each kernel.
// RUN: %sectorscope audit %s --toolkit=own --format=json --launch 'saxpy<<<4, 256>>>(n=1000)' \
// RUN:   --launch 'stencil<<<2x3, 32x8>>>(nx=64, ny=24)' --launch 'pairs<<<8, 128>>>()' \
// RUN:   --launch 'rows<<<10, 64>>>(n=630)' --launch 'wave<<<1, 32>>>()' --launch 'lengths<<<1, 32>>>()' \
// RUN:   -- -O3 > %t.json
// RUN: %FileCheck %s < %t.json
// RUN: %python %S/Inputs/validate.py %S/../../report.schema.json %t.json

#include <cuda_fp16.h>

// CHECK-LABEL: "name": "saxpy(
// 1000 threads, a multiplication and an addition each.
// CHECK: "flop": 2000,
// CHECK-NEXT: "flop_by_type": {"half":0,"single":2000,"double":0}
// CHECK-NEXT: "flop_reason": null
// CHECK-NEXT: "flop_per_thread": {"half":0,"single":2,"double":0}
// Each array has 125 sectors; a demand read fetches two at once, so 2 * 126 + 125 sectors.
// CHECK: "dram_bytes": 12064,
// CHECK-NEXT: "intensity": {"perfect_cache":0.165782,"no_cache":0.165782}
__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// CHECK-LABEL: "name": "stencil(
// 62 x 22 inner points, four additions and a multiplication each.
// CHECK: "flop": 6820,
// CHECK-NEXT: "flop_by_type": {"half":0,"single":0,"double":6820}
__global__ void stencil(double *out, const double *in, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    int i = y * nx + x;
    out[i] = 0.2 * (in[i] + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx]);
  }
}

// CHECK-LABEL: "name": "pairs(
// 1024 threads, a fused multiply-add and an addition of two halves each: 2 * (2 + 1).
// CHECK: "flop": 6144,
// CHECK-NEXT: "flop_by_type": {"half":6144,"single":0,"double":0}
__global__ void pairs(__half2 *out, const __half2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hadd2(__hfma2(in[i], in[i + 1024], in[i + 2048]), in[i]);
}

// CHECK-LABEL: "name": "rows(
// 630 threads go round 48 times, two operations each, and multiply once: 630 * 97.
// CHECK: "flop": 61110,
// CHECK-NEXT: "flop_by_type": {"half":0,"single":61110,"double":0}
// CHECK-NEXT: "flop_reason": null
__global__ void rows(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 48; ++k)
    sum += in[k * n + i] * in[k];
  out[i] = sum * 0.5f;
}

// CHECK-LABEL: "name": "wave(
// CHECK: "flop": null,
// CHECK-NEXT: "flop_by_type": null
// CHECK-NEXT: "flop_reason": "a call to __nv_sinf ({{.*}}flop.cu:[[@LINE+2]]:{{[0-9]+}}) is not counted"
// CHECK-NEXT: "flop_per_thread": null
__global__ void wave(float *out) { out[threadIdx.x] = 2 * sinf(out[threadIdx.x]); }

// CHECK-LABEL: "name": "lengths(
// How often each thread goes round stands in memory.
// CHECK: "flop": null,
// CHECK: "flop_reason": "data-dependent: value loaded from memory at {{.*}}"
__global__ void lengths(float *out, const int *count) {
  float sum = 0;
  for (int k = 0; k < count[threadIdx.x]; ++k)
    sum += out[k] * out[k + 32];
  out[threadIdx.x] = sum;
}

// CHECK-LABEL: "name": "unlaunched(
// CHECK: "flop_reason": "the grid is not known: pass --grid"
// CHECK-NEXT: "flop_per_thread": {"half":0,"single":1,"double":0}
// CHECK: "roofline": {
// CHECK-NEXT: "profile": "NVIDIA H200",
// CHECK-NEXT: "measured": "NVIDIA H200, driver 580, 2026-11",
// CHECK: "side": null
// CHECK: "least_time_us": null
// CHECK: "missing": [
// CHECK: "floating-point operations"
__global__ void unlaunched(float *out) { out[blockIdx.x * 256 + threadIdx.x] += 1; }
