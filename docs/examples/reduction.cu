// The sum of an array: each thread adds up every so-manieth element, a warp adds its lanes by shuffles, a block its
// warps through shared memory, and one thread per block adds the block's sum to the result.
//
// In the loop all threads of the grid read side by side, whatever the number of blocks. The atomic addition at the end
// is made by one lane: one sector, four bytes of it.
//
//   access                  sectors per request   ideal
//   load   in[i]            4                     4
//   atomic result           1                     1

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int blockSize = 256;

__device__ float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void sum(float *result, const float *in, int n) {
  __shared__ float warpSums[blockSize / 32];
  float value = 0;
  for (int i = blockIdx.x * blockSize + threadIdx.x; i < n; i += gridDim.x * blockSize)
    value += in[i];

  value = warpSum(value);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    warpSums[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = warpSum(lane < blockSize / 32 ? warpSums[lane] : 0.0f);
    if (lane == 0)
      atomicAdd(result, value);
  }
}

int main() {
  const int n = 1 << 20;
  std::vector<float> ones(n, 1.0f);
  float *in, *result, total = 0;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(in, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));

  sum<<<256, blockSize>>>(result, in, n);

  cudaMemcpy(&total, result, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("sum = %g, expected %d\n", total, n);
  cudaFree(in);
  cudaFree(result);
  return total == n ? 0 : 1;
}
