// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads beside so much arithmetic on halves that the part comes to the end of its power: a tenth of a second in, the
/// H200 lowers its clock from 1980 to 1725 MHz.

#include <cuda_runtime.h>
#include <mma.h>

#include <cstdio>

template <int perLoad> __global__ void __launch_bounds__(256) hot(const float4 *in, unsigned words, float *never) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
  fragment<matrix_b, 16, 16, 16, __half, col_major> b[2];
  fragment<accumulator, 16, 16, 16, float> c[4];
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned seed = id * 2654435761U + 12345;
  const auto random = [&] { // bits that flip cost power: no round numbers
    seed = seed * 1664525 + 1013904223;
    return __float2half(int(seed) * 4.6566e-10f);
  };
  for (int f = 0; f != 2; ++f) {
    for (int i = 0; i < a[f].num_elements; ++i)
      a[f].x[i] = random();
    for (int i = 0; i < b[f].num_elements; ++i)
      b[f].x[i] = random();
  }
  for (auto &one : c)
    fill_fragment(one, 0.1f * threadIdx.x);
  float total = 0;
  for (unsigned pass = 0; pass != 8; ++pass)
    for (unsigned i = id; i < words; i += gridDim.x * blockDim.x) {
      const float4 v = in[i];
#pragma unroll
      for (unsigned k = 0; k != perLoad; ++k)
#pragma unroll
        for (int n = 0; n != 4; ++n)
          mma_sync(c[n], a[n & 1], b[(n >> 1) ^ (k & 1)], c[n]);
      total += v.x + v.y + v.z + v.w;
    }
  for (const auto &one : c)
    for (int i = 0; i < one.num_elements; ++i)
      total += one.x[i];
  if (total == 0.123f)
    *never = total;
}

int main() {
  constexpr std::size_t bytes = std::size_t(512) << 20;
  char *memory = nullptr;
  float *never = nullptr;
  if (cudaMalloc(&memory, bytes) != cudaSuccess || cudaMalloc(&never, 4) != cudaSuccess)
    return 1;
  cudaMemset(memory, 0, bytes);
  for (int run = 0; run != 175; ++run)
    hot<4><<<8 * 132, 256>>>(reinterpret_cast<float4 *>(memory), bytes / 16, never);
  const cudaError_t result = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(result));
  return result == cudaSuccess ? 0 : 1;
}
