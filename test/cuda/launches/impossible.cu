// Launches that no part can run: the runtime refuses them, and no number is derived from them.
// RUN: %sectorscope audit %s --toolkit own --format=json > %t.json
// RUN: %python %S/Inputs/launches.py < %t.json | %FileCheck %s
// RUN: %python %S/Inputs/notes.py < %t.json | %FileCheck %s --check-prefix=NOTES
#include <cuda_runtime.h>

__global__ void k(float *a, int n) { a[threadIdx.x * n] = 0; }
void run(float *a, int n) {
  // CHECK-NOT: host-code, line [[#@LINE+1]]
  k<<<0, 256>>>(a, 1); // NOTES: impossible.cu:[[#@LINE]]: k cannot be launched here, grid 0x1x1 has an axis of 0
  k<<<n / 256, 0>>>(a, 1); // NOTES-NEXT: :[[#@LINE]]: k cannot be launched here, block 0x1x1 has an axis of 0
  // NOTES-NEXT: :[[#@LINE+1]]: k cannot be launched here, block 64x32x1 is more threads than a block can have; at most 1024 in all
  k<<<1, dim3(64, 32)>>>(a, 1);
  // NOTES-NEXT: :[[#@LINE+1]]: k cannot be launched here, block 1x1x128 is beyond what a block can have; at most 64 along z
  k<<<1, dim3(1, 1, 128)>>>(a, 1);
  // NOTES-NEXT: :[[#@LINE+1]]: k cannot be launched here, grid ?x65536x1 is beyond what a grid can have; at most 65535 along y
  k<<<dim3(n, 65536), 32>>>(a, 1);
  // NOTES-NEXT: :[[#@LINE+1]]: k cannot be launched here, block 4294967293x1x1 is more threads than a block can have; at most 1024 in all
  k<<<1, -3>>>(a, 1);
  // Those at the limits are launched.
  // CHECK: k(float*, int): block 16x1x64 grid 2147483647x65535x65535 n=2 (host-code
  k<<<dim3(2147483647, 65535, 65535), dim3(16, 1, 64)>>>(a, 2);
  // CHECK-NEXT: k(float*, int): block 32x1x1 grid 1x1x1 n=3 (host-code
  // CHECK-NOT: host-code
  // NOTES-NEXT: :[[#@LINE+2]]: k cannot be launched here, block 2048x1x1 is more
  for (int threads = 32; threads <= 2048; threads *= 64)
    k<<<1, threads>>>(a, 3);
}
