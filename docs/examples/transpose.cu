// Transposing a matrix, naively and through a tile in shared memory.
//
// Whichever way the naive kernel turns, either its loads or its stores walk down a column: 32 lanes, 32 rows, 32
// sectors. The tiled kernel reads rows and writes rows and turns the block around in shared memory, where walking down
// a column costs nothing once the rows are padded to 33 words.
//
//   access                      sectors per request   ideal
//   transposeNaive  load  in    4                     4
//   transposeNaive  store out   32                    4
//   transposeTiled  load  in    4                     4
//   transposeTiled  store out   4                     4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int tileSize = 32;
constexpr int rowsPerPass = 8;

__global__ void transposeNaive(float *out, const float *in, int n) {
  int column = blockIdx.x * tileSize + threadIdx.x;
  int row = blockIdx.y * rowsPerPass + threadIdx.y;
  out[column * n + row] = in[row * n + column];
}

__global__ void transposeTiled(float *out, const float *in, int n) {
  __shared__ float tile[tileSize][tileSize + 1];
  int column = blockIdx.x * tileSize + threadIdx.x;
  int row = blockIdx.y * tileSize + threadIdx.y;
  for (int pass = 0; pass < tileSize; pass += rowsPerPass)
    tile[threadIdx.y + pass][threadIdx.x] = in[(row + pass) * n + column];
  __syncthreads();
  // The block itself is turned too: its columns become rows.
  column = blockIdx.y * tileSize + threadIdx.x;
  row = blockIdx.x * tileSize + threadIdx.y;
  for (int pass = 0; pass < tileSize; pass += rowsPerPass)
    out[(row + pass) * n + column] = tile[threadIdx.x][threadIdx.y + pass];
}

int main() {
  const int n = 1024;
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> matrix(n * n);
  for (int i = 0; i < n * n; ++i)
    matrix[i] = static_cast<float>(i);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, matrix.data(), bytes, cudaMemcpyHostToDevice);

  dim3 block(tileSize, rowsPerPass);
  transposeNaive<<<dim3(n / tileSize, n / rowsPerPass), block>>>(out, in, n);
  transposeTiled<<<dim3(n / tileSize, n / tileSize), block>>>(out, in, n);

  cudaMemcpy(matrix.data(), out, bytes, cudaMemcpyDeviceToHost);
  std::printf("out[0][1] = %g, expected %d\n", matrix[1], n);
  cudaFree(in);
  cudaFree(out);
  return matrix[1] == n ? 0 : 1;
}
