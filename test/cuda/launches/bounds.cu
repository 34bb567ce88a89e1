// Launch bounds are bounds; the host code says the shape, and more than the bound is said to be impossible.
// RUN: %sectorscope audit %s --toolkit own --format=json > %t.json
// RUN: %python %S/Inputs/launches.py < %t.json | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=NOTE < %t.json

__global__ void __launch_bounds__(128) within(float *a) { a[threadIdx.x] = 0; }
__global__ void __launch_bounds__(128, 2) beyond(float *a) { a[threadIdx.x] = 0; }
__global__ void __launch_bounds__(128) notLaunched(float *a) { a[threadIdx.x] = 0; }
// CHECK: within(float*): block 96x1x1 grid 2x1x1 (host-code
// CHECK: beyond(float*): block 192x1x1 grid 2x1x1 (host-code
// CHECK: notLaunched(float*): block 128x1x1 grid unknown (assumed
// NOTE: beyond(float*): block 192x1x1 has 192 threads, at most 128 can be launched

void run(float *a) {
  within<<<2, 96>>>(a);
  beyond<<<2, 192>>>(a);
}
