// Two kernels that load as many words. By the hit rate of the L2 cache, A is bad and B is good. By what they move, A is
// as good as can be, and B asks for eight times as much as it uses.
//
// A reads a large array once, neighbouring lanes neighbouring words. Nothing is read twice, so nothing can hit; and
// every byte that comes is used. B reads a small array column by column, rows of 128 bytes: every lane of a warp is in
// a line of its own. The whole array lies in L2, so nearly everything hits; but each hit carries a sector of 32 bytes
// for the 4 that are used, and the way from L2 to the multiprocessors is as wide as it is. (Its loads go past L1, as
// loads of what other blocks may have changed have to.)
//
//   access                    sectors per request   ideal
//   stream   load in[i]       4                     4
//   columns  load table[...]  32                    4
//
// docs/explain.md has what the counters and the clock say of them.

#include <cuda_runtime.h>

#include <cstdio>

constexpr unsigned loads = 1u << 27;                     // of 4 bytes: 512 MiB
constexpr unsigned rows = 1u << 15, columnsOfTable = 32; // 4 MiB

__global__ void stream(const float *in, float *sums) {
  float sum = 0;
#pragma unroll 8
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < loads; i += gridDim.x * blockDim.x)
    sum += in[i];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void columns(const float *table, float *sums) {
  float sum = 0;
  // Words of a column, one after the other: each lies in a sector of its own.
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < loads; i += gridDim.x * blockDim.x)
    sum += __ldcg(&table[i % rows * columnsOfTable + i / rows % columnsOfTable]);
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  const unsigned blocks = 1024, threads = 256;
  float *in, *table, *sums;
  cudaMalloc(&in, loads * sizeof(float));
  cudaMalloc(&table, rows * columnsOfTable * sizeof(float));
  cudaMalloc(&sums, blocks * threads * sizeof(float));
  cudaMemset(in, 0, loads * sizeof(float));
  cudaMemset(table, 0, rows * columnsOfTable * sizeof(float));

  for (int run = 0; run != 500; ++run)
    stream<<<blocks, threads>>>(in, sums);
  for (int run = 0; run != 150; ++run)
    columns<<<blocks, threads>>>(table, sums);

  float first = 1;
  cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("sums[0] = %g, expected 0\n", first);
  cudaFree(in);
  cudaFree(table);
  cudaFree(sums);
  return first == 0 ? 0 : 1;
}
