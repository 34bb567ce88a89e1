// The matrix product C = A * B, one thread per element of C, both ways round. All matrices are row-major.
//
// In matmulColumns threadIdx.x runs along a row of C: the lanes of a warp share one element of A (one sector, sent to
// all) and read neighbouring elements of B. In matmulRows it runs down a column: the same arithmetic, and every lane
// reads another row of A. That one exchanged line makes the kernel several times slower.
//
//   access                    sectors per request   ideal
//   matmulColumns  load  a    1                     1
//   matmulColumns  load  b    4                     4
//   matmulColumns  store c    4                     4
//   matmulRows     load  a    32                    4
//   matmulRows     load  b    1                     1
//   matmulRows     store c    32                    4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void matmulColumns(float *c, const float *a, const float *b, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void matmulRows(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main() {
  const int n = 512;
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> ones(n * n, 1.0f), product(n * n);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, ones.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, ones.data(), bytes, cudaMemcpyHostToDevice);

  dim3 block(32, 8), grid(n / 32, n / 8);
  matmulColumns<<<grid, block>>>(c, a, b, n);
  matmulRows<<<grid, block>>>(c, a, b, n);

  cudaMemcpy(product.data(), c, bytes, cudaMemcpyDeviceToHost);
  std::printf("c[0][0] = %g, expected %d\n", product[0], n);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return product[0] == n ? 0 : 1;
}
