// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory.h"

#include <cstdio>
#include <vector>

int main() {
  constexpr std::size_t bytes = 4 << 20;
  char *all = nullptr;
  cudaMalloc(&all, 9 * bytes);
  const std::vector<char> zeros(9 * bytes); // copied, not set: a memset would be one more kernel in the record
  cudaMemcpy(all, zeros.data(), 9 * bytes, cudaMemcpyHostToDevice);
  std::vector<int> index(bytes / sizeof(int));
  for (std::size_t j = 0; j < index.size(); ++j)
    index[j] = static_cast<int>(static_cast<unsigned>(j) * 2654435761U >> 20);
  const auto part = [&](int n) { return static_cast<void *>(all + static_cast<std::size_t>(n) * bytes); };
  cudaMemcpy(part(8), index.data(), bytes, cudaMemcpyHostToDevice);
  const Buffers b{
      static_cast<float *>(part(0)),         static_cast<float *>(part(1)),          static_cast<int *>(part(2)),
      static_cast<int *>(part(3)),           static_cast<double *>(part(4)),         static_cast<float4 *>(part(5)),
      static_cast<unsigned char *>(part(6)), static_cast<unsigned short *>(part(7)), static_cast<const int *>(part(8))};
  launchShared(b);
  launchAtomics(b);
  launchAssembly(b);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
