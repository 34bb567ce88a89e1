// Functions of the file are followed call by call, with the values of their arguments.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t

__global__ void byValue(float *a, int n) { if (threadIdx.x < n) a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// (1000 + 127) / 128 = 8; (5000 + 63) / 64 = 79. Two calls of one wrapper are two launches, a third that is like the
// first is none.
// CHECK: byValue(float*, int): block 128x1x1 grid 8x1x1 n=1000 (host-code
// CHECK-NEXT: byValue(float*, int): block 64x1x1 grid 79x1x1 n=5000 (host-code
// CHECK-NOT: block 128

__global__ void byReference(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// CHECK: byReference(float*): block 32x4x1 grid 7x9x1 (host-code

__global__ void returned(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// ceil(100 / 16.f) = 7; ceil(50 / 16.f) = 4.
// CHECK: returned(float*): block 16x16x1 grid 7x4x1 (host-code

__global__ void byMethod(float *a, int n) { a[blockIdx.x * n + threadIdx.x] = 0; }
// CHECK: byMethod(float*, int): block 96x1x1 grid 11x1x1 n=1000 (host-code

__global__ void inLambda(float *a, int n) { a[blockIdx.x * n + threadIdx.x] = 0; }
// CHECK: inLambda(float*, int): block 160x1x1 grid 3x1x1 n=12 (host-code

template <typename T> __global__ void ofType(T *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
// 1024 / sizeof(T).
// CHECK: void ofType<float>(float*): block 256x1x1 grid 2x1x1 (host-code
// CHECK: void ofType<double>(double*): block 128x1x1 grid 2x1x1 (host-code

__global__ void chosen(float *a) { a[threadIdx.x] = 0; }
// By a pointer to the kernel.
// CHECK: chosen(float*): block 192x1x1 grid 1x1x1 (host-code

__global__ void recursive(float *a, int stride) { a[threadIdx.x * stride] = 0; }
// 4, 2, 1.
// CHECK: recursive(float*, int): block 32x1x1 grid 1x1x1 stride=4 (host-code
// CHECK-NEXT: recursive(float*, int): {{.*}}grid 1x1x1 stride=2 (host-code
// CHECK-NEXT: recursive(float*, int): {{.*}}grid 1x1x1 stride=1 (host-code

void launchByValue(float *a, int n, int threads) {
  const int blocks = (n + threads - 1) / threads;
  byValue<<<blocks, threads>>>(a, n);
}

void setShape(dim3 &grid, dim3 *block, int y) {
  grid.x = 7;
  grid.y = y;
  block->y = 4;
}

inline int blocksFor(int n, int threads) { return (int)ceil((float)n / threads); }
dim3 gridFor(int width, int height, dim3 block) {
  dim3 grid;
  grid.x = blocksFor(width, block.x);
  grid.y = blocksFor(height, block.y);
  return grid;
}

class Solver {
public:
  Solver(int n) : n(n) { threads = 96; }
  void run(float *a) const { byMethod<<<blocks(), threads>>>(a, n); }

private:
  int blocks() const { return (n + threads - 1) / threads; }
  int n, threads;
};

template <typename T> void launchOfType(T *a) { ofType<T><<<2, 1024 / sizeof(T)>>>(a); }

template <typename Kernel> void launchAny(Kernel kernel, float *a, int threads) { kernel<<<1, threads>>>(a); }

void halve(float *a, int stride) {
  if (stride == 0)
    return;
  recursive<<<1, 32>>>(a, stride);
  halve(a, stride / 2);
}

int main() {
  float *a;
  cudaMalloc(&a, 1 << 20);
  launchByValue(a, 1000, 128);
  launchByValue(a, 5000, 64);
  launchByValue(a, 1000, 128);
  dim3 grid, block(32);
  setShape(grid, &block, 9);
  byReference<<<grid, block>>>(a);
  const dim3 square(16, 16);
  returned<<<gridFor(100, 50, square), square>>>(a);
  Solver solver(1000);
  solver.run(a);
  int count = 3;
  const auto launch = [&count, a](int threads) { inLambda<<<count, threads>>>(a, 4 * count); };
  launch(160);
  launchOfType(a);
  launchOfType((double *)a);
  launchAny(chosen, a, 192);
  halve(a, 4);
}
