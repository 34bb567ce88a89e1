// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels over rows that lie a power of two apart, for the padded twins of `sectorscope-check confirm`: three whose
/// pitch is an argument and nothing else, and five that must get no twin.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned fewRows = 512, manyRows = 2112;     // 16 blocks on each of 132 multiprocessors
constexpr int farWords = 1 << 20, nearWords = 1 << 16; // 4 MiB and 256 KiB

void require(cudaError_t result) {
  if (result == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(result));
  std::exit(1);
}

} // namespace

/// Lanes in neighbouring rows: a word from every 64 bytes.
__global__ void columnWalk(float *sums, const float *rows, int pitch, int columns) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = blockIdx.y; column < columns; column += gridDim.y)
    sum += rows[std::size_t(row) * pitch + column * 16];
  sums[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = sum;
}

/// The same with whole sectors stored.
__global__ void columnStore(float4 *rows, std::size_t pitch, int columns) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int column = blockIdx.y; column < columns; column += gridDim.y) {
    rows[row * pitch + column * 2] = make_float4(0, 0, 0, 0);
    rows[row * pitch + column * 2 + 1] = make_float4(0, 0, 0, 0);
  }
}

/// A block for each row; 64 KiB of it.
__global__ void rowWalk(float *sums, const float4 *rows, int pitch) {
  float sum = 0;
  for (int k = 0; k < 32; ++k) {
    const float4 v = rows[std::size_t(blockIdx.x) * pitch + k * 128 + threadIdx.x];
    sum += v.x + v.y + v.z + v.w;
  }
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
}

/// No argument says how long rows are.
template <int pitch> __global__ void fixedRows(float *sums, const float *rows) {
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += rows[std::size_t(blockIdx.x) * pitch + k * 128 + threadIdx.x];
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
}

/// The length of the rows also says how much is read.
__global__ void wholeRows(float *sums, const float *rows, int length) {
  float sum = 0;
  for (int k = threadIdx.x; k < length; k += 128)
    sum += rows[std::size_t(blockIdx.x) * length + k];
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
}

/// What is read hangs on what was read.
__global__ void listedRows(float *sums, const int *lists, const float *values, int pitch) {
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += values[lists[std::size_t(blockIdx.x) * pitch + k * 128 + threadIdx.x]];
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
}

/// A pointer out of memory leads to the program's own data.
__global__ void pointedRows(float *sums, const float *const *rows, int pitch) {
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += rows[0][std::size_t(blockIdx.x) * pitch + k * 128 + threadIdx.x];
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
}

__device__ unsigned visited[128];

/// There is no copy of a variable of the module.
__global__ void countedRows(float *sums, const float *rows, int pitch) {
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += rows[std::size_t(blockIdx.x) * pitch + k * 128 + threadIdx.x];
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
  visited[threadIdx.x] = 1;
}

int main() {
  float *rows = nullptr, *sums = nullptr;
  const std::size_t bytes = std::size_t(fewRows) * farWords * sizeof(float); // 2 GiB
  require(cudaMalloc(&rows, bytes));
  require(cudaMalloc(&sums, 4 << 20));
  require(cudaMemset(rows, 0, bytes));
  float **pointers = nullptr;
  require(cudaMalloc(&pointers, sizeof rows));
  require(cudaMemcpy(pointers, &rows, sizeof rows, cudaMemcpyHostToDevice));
  for (int again = 0; again < 2; ++again) {
    columnWalk<<<dim3(2, 512), 256>>>(sums, rows, farWords, 4096);
    columnStore<<<dim3(2, 512), 256>>>(reinterpret_cast<float4 *>(rows), farWords / 4, 2048);
    rowWalk<<<manyRows, 128>>>(sums, reinterpret_cast<const float4 *>(rows), nearWords / 4);
    fixedRows<nearWords><<<manyRows, 128>>>(sums, rows);
    wholeRows<<<manyRows, 128>>>(sums, rows, nearWords);
    listedRows<<<manyRows, 128>>>(sums, reinterpret_cast<const int *>(rows), sums, nearWords);
    pointedRows<<<manyRows, 128>>>(sums, pointers, nearWords);
    countedRows<<<manyRows, 128>>>(sums, rows, nearWords);
  }
  require(cudaDeviceSynchronize());
  float first = 1;
  require(cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost));
  std::printf("%g\n", static_cast<double>(first)); // all of it is zeros
}
