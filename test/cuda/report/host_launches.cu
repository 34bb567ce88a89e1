// Launches that the host code of the file writes down are used without any option.
// RUN: %sectorscope audit %s --toolkit own > %t
// RUN: %FileCheck %s < %t
// RUN: %sectorscope audit %s --toolkit own --no-host-launches | %FileCheck %s --check-prefix=NONE
// NONE: rows(float*, int, int)
// NONE-NEXT: block 32x8x1 (assumed: pass --block to change), grid unknown
// NONE-NOT: launched at

__global__ void rows(float *a, int ld, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n)
    a[y * ld + x] = 0;
}
// A dim3 built from a variable that is set once, constants and arithmetic on them.
// CHECK-LABEL: rows(float*, int, int)
// CHECK-NEXT: block 16x16x1 (launched at {{.*}}host_launches.cu:[[#@LINE+38]]:3), grid 8x2x1, ld = 1024, n = 120
// CHECK: exact

template <int N> __global__ void each(float *a) { a[blockIdx.x * N + threadIdx.x] = 0; }
// Template instances launch with their own constants; one result per launch that differs.
// CHECK-LABEL: void each<64>(float*)
// CHECK-NEXT: block 64x1x1 (launched at {{.*}}host_launches.cu:[[#@LINE+25]]:3), grid 10x1x1
// CHECK-LABEL: void each<128>(float*)
// CHECK-NEXT: block 128x1x1 (launched at {{.*}}host_launches.cu:[[#@LINE+23]]:3), grid 10x1x1

__global__ void twice(float *a, int stride) { a[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = 0; }
// CHECK-LABEL: twice(float*, int)
// CHECK-NEXT: block 32x1x1 {{.*}}, grid unknown, stride = 1
// CHECK: store 4 B 4
// CHECK: block 96x1x1 {{.*}}, grid unknown, stride = 2
// CHECK: store 4 B 8

__global__ void changed(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// A variable that is changed is no constant, and neither is a parameter.
// CHECK-LABEL: changed(float*)
// CHECK-NEXT: block 256x1x1 (assumed: pass --block to change), grid unknown

__global__ void given(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// Where only the grid is known, the block is assumed, and said.
// CHECK-LABEL: given(float*)
// CHECK-NEXT: block 256x1x1 (assumed: pass --block to change), grid 5x1x1

template <int N> void launchEach(float *a) {
  constexpr int blocks = 640 / 64;
  // The next line is that of both instances.

  each<N><<<blocks, N>>>(a);
}

void launch(float *a, int n, int blocks) {
  const int side = 4 * 4;
  int width = 128;
  dim3 block(side, side), grid((width + side - 1) / side, 2);
  rows<<<grid, block>>>(a, 1024, width - 8);
  launchEach<64>(a);
  launchEach<128>(a);
  twice<<<n, 32>>>(a, 1);
  twice<<<n, dim3(96)>>>(a, 2);
  twice<<<blocks, 32>>>(a, 1);
  int threads = 64;
  threads += n;
  changed<<<n, threads>>>(a);
  given<<<5, blocks>>>(a);
}
