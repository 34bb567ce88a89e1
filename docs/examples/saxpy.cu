// saxpy: y = a * x + y. The pattern that hardware likes best: neighbouring lanes, neighbouring words.
//
// A warp is 32 lanes. Each reads 4 bytes at 4 * i, so that one request covers 128 bytes in a row: 4 sectors of 32
// bytes, and not one byte of them unused.
//
//   access      sectors per request   ideal
//   load x[i]   4                     4
//   load y[i]   4                     4
//   store y[i]  4                     4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> x(n, 1.0f), y(n, 2.0f);
  float *deviceX, *deviceY;
  cudaMalloc(&deviceX, n * sizeof(float));
  cudaMalloc(&deviceY, n * sizeof(float));
  cudaMemcpy(deviceX, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceY, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  saxpy<<<n / 256, 256>>>(deviceY, deviceX, 3.0f, n);

  cudaMemcpy(y.data(), deviceY, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("y[0] = %g, expected 5\n", y[0]);
  cudaFree(deviceX);
  cudaFree(deviceY);
  return y[0] == 5.0f ? 0 : 1;
}
