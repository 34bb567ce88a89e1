// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "programs.h"

#include <cstdio>
#include <vector>

int main() {
  constexpr std::size_t bytes = 16u << 20;
  const std::vector<char> zeros(bytes); // copied, not set: a memset would be one more kernel in the record
  Memory m{};
  for (void **pointer : {(void **)&m.in, (void **)&m.out, (void **)&m.indices})
    if (cudaMalloc(pointer, bytes) != cudaSuccess ||
        cudaMemcpy(*pointer, zeros.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess)
      return 2;
  runWrappers(m);
  runFields(m);
  runCalls(m);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::fprintf(stderr, "programs: %s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 2;
}
