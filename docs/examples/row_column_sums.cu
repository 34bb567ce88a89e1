// Sums over the rows and over the columns of a row-major matrix, one thread for each.
//
// A thread that walks along its row is what one would write for a CPU. On a GPU the 32 lanes of a warp then stand in
// 32 different rows at every step. Walking down a column, they stand side by side.
//
//   access                   sectors per request   ideal
//   rowSums     load  in     32                    4
//   rowSums     store sums   4                     4
//   columnSums  load  in     4                     4
//   columnSums  store sums   4                     4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void rowSums(float *sums, const float *in, int width, int height) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= height)
    return;
  float sum = 0;
  for (int column = 0; column < width; ++column)
    sum += in[row * width + column];
  sums[row] = sum;
}

__global__ void columnSums(float *sums, const float *in, int width, int height) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= width)
    return;
  float sum = 0;
  for (int row = 0; row < height; ++row)
    sum += in[row * width + column];
  sums[column] = sum;
}

int main() {
  const int width = 2048, height = 2048;
  std::vector<float> matrix(width * height, 1.0f), sums(width);
  float *in, *out;
  cudaMalloc(&in, matrix.size() * sizeof(float));
  cudaMalloc(&out, sums.size() * sizeof(float));
  cudaMemcpy(in, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice);

  rowSums<<<height / 128, 128>>>(out, in, width, height);
  columnSums<<<width / 128, 128>>>(out, in, width, height);

  cudaMemcpy(sums.data(), out, sums.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("sums[0] = %g, expected %d\n", sums[0], height);
  cudaFree(in);
  cudaFree(out);
  return sums[0] == height ? 0 : 1;
}
