// A gather: where each lane reads is itself read from memory. How many sectors that takes depends on the data, from 1
// (all lanes want the same word) to 32 (each another sector), and no compiler can know. What can be known is that the
// indices and the results move in the best way there is.
//
//   access                sectors per request           ideal
//   load  index[i]        4                             4
//   load  table[index]    1 to 32, depends on the data
//   store out[i]          4                             4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void gather(float *out, const float *table, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = table[index[i]];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> table(n);
  std::vector<int> index(n);
  for (int i = 0; i < n; ++i) {
    table[i] = static_cast<float>(i);
    index[i] = n - 1 - i;
  }
  float *deviceTable, *out;
  int *deviceIndex;
  cudaMalloc(&deviceTable, n * sizeof(float));
  cudaMalloc(&deviceIndex, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(deviceTable, table.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceIndex, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  gather<<<n / 256, 256>>>(out, deviceTable, deviceIndex, n);

  cudaMemcpy(table.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("out[0] = %g, expected %d\n", table[0], n - 1);
  cudaFree(deviceTable);
  cudaFree(deviceIndex);
  cudaFree(out);
  return table[0] == n - 1 ? 0 : 1;
}
