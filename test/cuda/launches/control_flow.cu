// Conditions, loops, switches and early returns of host code.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t

#include <initializer_list>

__global__ void known(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// The side that is taken, 64 threads, and not the other.
// CHECK: known(float*): block 64x1x1 grid 4x1x1 (host-code
// CHECK-NOT: known(float*)

__global__ void either(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// Both sides of what is not known; the grid is 2 behind either, the block is not known behind them.
// CHECK: either(float*): block 32x1x1 grid 2x1x1 (host-code
// CHECK-NEXT: either(float*): block 64x1x1 grid 2x1x1 (host-code
// CHECK-NEXT: either(float*): block 256x1x1 grid 2x1x1 (assumed

__global__ void halving(float *a, int stride) { a[threadIdx.x * stride] = 0; }
// CHECK: halving(float*, int): block 64x1x1 grid 8x1x1 stride=8 (host-code
// CHECK-NEXT: halving(float*, int): {{.*}}grid 4x1x1 stride=4 (host-code
// CHECK-NEXT: halving(float*, int): {{.*}}grid 2x1x1 stride=2 (host-code
// CHECK-NOT: halving(float*, int)

__global__ void often(float *a, int i, int ld) { a[threadIdx.x * ld + i] = 0; }
// A thousand iterations: what they have in common.
// CHECK: often(float*, int, int): block 64x1x1 grid 1x1x1 ld=3 (host-code
// CHECK-NOT: often(float*, int, int)

__global__ void until(float *a, int n) { a[threadIdx.x * n] = 0; }
// Until something happens: n grows from 1, by how much is not known.
// CHECK: until(float*, int): block 64x1x1 grid 1x1x1 (host-code
// CHECK-NOT: until(float*, int)

__global__ void listed(float *a) { a[threadIdx.x] = 0; }
// CHECK: listed(float*): block 32x1x1
// CHECK-NEXT: listed(float*): block 96x1x1
// CHECK-NEXT: listed(float*): block 40x1x1
// CHECK-NEXT: listed(float*): block 80x1x1
// CHECK-NOT: listed(float*)

__global__ void switched(float *a) { a[threadIdx.x] = 0; }
// Mode 2 falls through to 3: 20 + 30.
// CHECK: switched(float*): block 50x1x1
// CHECK-NOT: switched(float*)

__global__ void jumped(float *a) { a[threadIdx.x] = 0; }
// Either from the jump or from above.
// CHECK: jumped(float*): block 256x1x1 grid 6x1x1 (assumed
// CHECK-NOT: jumped(float*)

__global__ void never(float *a) { a[threadIdx.x] = 0; }
// CHECK: never(float*): block 256x1x1 grid unknown (assumed

__global__ void joined(float *a, int i) { a[threadIdx.x + i] = 0; }
// Twenty launches from one place that differ in i.
// CHECK: joined(float*, int): block 32x1x1 grid 1x1x1 (host-code
// CHECK-NOT: joined(float*, int)

template <int N> __global__ void dispatched(float *a) { a[threadIdx.x + N] = 0; }
// A side tells what the condition was. Of two cases that share a launch, either may be meant.
// CHECK: void dispatched<64>(float*): block 64x1x1 grid 1x1x1 (host-code
// CHECK: void dispatched<128>(float*): block 128x1x1 grid 1x1x1 (host-code
// CHECK: void dispatched<256>(float*): block 256x1x1 grid 1x1x1 (assumed
// CHECK: void dispatched<32>(float*): block 32x1x1 grid 5x1x1 (host-code

void dispatch(float *a, int threads, unsigned blocks) {
  switch (threads) {
  case 64:
    dispatched<64><<<1, threads>>>(a);
    break;
  case 128:
    dispatched<128><<<1, threads>>>(a);
    break;
  case 512:
  case 256:
    dispatched<256><<<1, threads>>>(a);
  }
  if (!(threads != 32) && blocks == 5)
    dispatched<32><<<blocks, threads>>>(a);
}

constexpr bool isSmall = true;
static int mode = 2;

int switchedThreads() {
  int threads = 0;
  switch (mode) {
  case 1:
    threads += 10;
    break;
  case 2:
    threads += 20;
  case 3:
    threads += 30;
    break;
  default:
    threads = 99;
  }
  return threads;
}

int main(int argc, char **argv) {
  float *a = nullptr;
  if (isSmall)
    known<<<4, 64>>>(a);
  else
    known<<<4, 512>>>(a);

  int threads = 32, blocks = 2;
  if (argc > 1)
    either<<<blocks, threads>>>(a);
  else
    either<<<blocks, threads *= 2>>>(a);
  either<<<blocks, threads>>>(a);

  for (int s = 8; s > 1; s /= 2)
    halving<<<s, 64>>>(a, s);
  for (int i = 0; i < 1000; i++)
    often<<<1, 64>>>(a, i, 3);
  int n = 1;
  while (cudaDeviceSynchronize() == cudaSuccess)
    until<<<1, 64>>>(a, n++);

  for (int size : {32, 96})
    listed<<<1, size>>>(a);
  int sizes[] = {40, 80};
  for (const int &size : sizes)
    listed<<<1, size>>>(a);

  switched<<<1, switchedThreads()>>>(a);

  int width = 64;
  if (argc == 2)
    goto launch;
  width = 96;
launch:
  jumped<<<6, width>>>(a);
  for (int i = 0; i < 20; ++i)
    joined<<<1, 32>>>(a, i);
  if (argc == 3)
    return 1;
  if (false)
    never<<<1, 32>>>(a);
  exit(0);
  never<<<1, 64>>>(a);
}
