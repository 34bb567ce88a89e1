// What the host has and the device has not, or has otherwise: launches are those of the host.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t
// A host half that does not compile has no launches, and the report says so.
// RUN: %sectorscope audit %s --toolkit own --format=json -- -DBROKEN | %FileCheck %s --check-prefix=BROKEN
// Without __CUDA_ARCH__ in host code there is no second parse, which would fail.
// RUN: %sectorscope audit %s --toolkit own -- -DSAME | %FileCheck %s --check-prefix=SAME
#include <cuda_runtime.h>

// CHECK: inBody(float*): block 64x1x1 grid 3x1x1 (host-code
// CHECK: byMacro(float*): block 96x1x1 grid 3x1x1 (host-code
// CHECK: byConstant(float*): block 128x1x1 grid 3x1x1 (host-code
// CHECK: onlyOnHost(float*): block 160x1x1 grid 3x1x1 (host-code
// CHECK: byBoth(float*): block 192x1x1 grid 3x1x1 (host-code
// CHECK: inNamespace{{.*}}: block 224x1x1 grid 3x1x1 (host-code
// CHECK-NOT: 1024
// BROKEN: {{.*}}cuda_arch.cu: does not compile for the host (1 error): no such thing; it asks for __CUDA_ARCH__, so its launches are not read: give them with --launch
// SAME: block 256x1x1 (launched at

#define KERNEL(name) __global__ void name(float *a) { a[threadIdx.x] = 0; }

#ifndef SAME
KERNEL(inBody)
KERNEL(byMacro)
KERNEL(byConstant)
KERNEL(onlyOnHost)
KERNEL(byBoth)
namespace {
KERNEL(inNamespace)
}

#ifdef __CUDA_ARCH__
#define THREADS 1024
constexpr int threads = 1024;
#else
#define THREADS 96
constexpr int threads = 128;
#ifdef BROKEN
#error no such thing
#endif
#endif

__host__ __device__ int both() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  return 1024;
#else
  return 192;
#endif
}

int main() {
  float *a = nullptr;
  int n = 1024;
#ifndef __CUDA_ARCH__
  n = 64;
  onlyOnHost<<<3, 160>>>(a);
#endif
  inBody<<<3, n>>>(a);
  byMacro<<<3, THREADS>>>(a);
  byConstant<<<3, threads>>>(a);
  byBoth<<<3, both()>>>(a);
  inNamespace<<<3, 224>>>(a);
}
#else
__device__ float scale() {
#if __CUDA_ARCH__ >= 800
  return 2;
#else
#error only where the host half is parsed, which is not needed
#endif
}
template <typename T> __global__ void same(T *a) {
#ifdef __CUDA_ARCH__
  a[threadIdx.x] = scale();
#endif
}
int main() { same<<<3, 256>>>((float *)nullptr); }
#endif
