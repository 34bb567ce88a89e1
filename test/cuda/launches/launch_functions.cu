// cudaLaunchKernel and its kin: the kernel by its address, arguments by theirs.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t

__global__ void plain(float *a, int n, long ld) { if (threadIdx.x < n) a[blockIdx.x * ld + threadIdx.x] = 0; }
// CHECK: plain(float*, int, long): block 64x2x1 grid 5x1x1 ld=96 n=40 (host-code, line [[#@LINE+22]])
// The address of an int where a long is wanted says nothing of the long.
// CHECK-NEXT: plain(float*, int, long): block 32x1x1 grid 5x1x1 n=40 (host-code

__global__ void typed(float *a, int n) { a[blockIdx.x * n + threadIdx.x] = 0; }
// CHECK: typed(float*, int): block 128x1x1 grid 6x1x1 n=77 (host-code

__global__ void configured(float *a, int n, long ld) { if (threadIdx.x < n) a[blockIdx.x * ld + threadIdx.x] = 0; }
// CHECK: configured(float*, int, long): block 96x1x1 grid 7x3x1 ld=512 n=50 (host-code
// CHECK-NEXT: configured(float*, int, long): block 96x1x1 grid 8x3x1 ld=32 n=51 (host-code

__global__ void cooperative(float *a, int n) { a[blockIdx.x * n + threadIdx.x] = 0; }
// CHECK: cooperative(float*, int): block 256x1x1 grid 9x1x1 n=3 (host-code

int main() {
  float *a;
  cudaMalloc(&a, 1 << 20);
  int n = 40;
  long ld = 96;
  void *arguments[] = {&a, &n, &ld};
  dim3 block(64);
  block.y = 2;
  cudaLaunchKernel((const void *)plain, dim3(5), block, arguments, 0, nullptr);
  void *lying[] = {&a, &n, &n};
  cudaLaunchKernel((void *)plain, 5, 32, lying, 0, 0);

  n = 77;
  void *two[2];
  two[0] = (void *)&a;
  two[1] = (void *)&n;
  cudaLaunchKernel(typed, 6, 128, two);

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(7, 3);
  config.blockDim.x = 96;
  config.blockDim.y = config.blockDim.z = 1;
  cudaLaunchKernelEx(&config, configured, a, 50, 512);
  config.gridDim.x++;
  n = 51;
  ld = 32;
  void *three[] = {&a, &n, &ld};
  cudaLaunchKernelExC(&config, (const void *)configured, three);

  n = 3;
  void *last[] = {&a, &n};
  cudaLaunchCooperativeKernel((void *)cooperative, 9, 256, last, 0, 0);
}
