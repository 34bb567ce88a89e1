// Host code that takes more steps than are followed: launches behind may be missing, and that is said.
// RUN: %sectorscope audit %s --toolkit own --format=json > %t.json
// RUN: %python %S/Inputs/launches.py < %t.json | %FileCheck %s
// RUN: %python %S/Inputs/notes.py < %t.json | %FileCheck %s --check-prefix=NOTES
#include <cuda_runtime.h>

// NOTES: effort.cu: its host code takes more steps than are followed: launches may be missing, give them with --launch
// CHECK: k(float*): block 64x1x1 grid 1x1x1 (host-code
// CHECK-NOT: block 96
__global__ void k(float *a) { a[threadIdx.x] = 0; }
template <int Depth> int work(int n) {
  if constexpr (Depth > 0)
    return work<Depth - 1>(n * 31) + work<Depth - 1>(n ^ 5);
  return n;
}
int main() {
  k<<<1, 64>>>((float *)nullptr);
  work<25>(1);
  k<<<1, 96>>>((float *)nullptr);
}
