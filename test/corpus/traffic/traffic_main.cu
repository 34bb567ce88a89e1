// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs every launch once.

#include "traffic.h"

#include <cstdio>

int main() {
  constexpr std::size_t part = 1ul << 30;
  char *all = nullptr;
  if (cudaMalloc(&all, 4 * part) != cudaSuccess)
    return 2;
  const Memory m{all, all + part, all + 2 * part, all + 3 * part};
  cudaError_t error = cudaSuccess;
  for (void (*run)(const Memory &) : {runTable, runLayouts, runWindows}) {
    // What one part stored, the next wants to be zero.
    if (error == cudaSuccess)
      error = cudaMemset(all, 0, 4 * part);
    run(m);
    if (error == cudaSuccess)
      error = cudaDeviceSynchronize();
  }
  if (error != cudaSuccess)
    std::fprintf(stderr, "traffic: %s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 2;
}
