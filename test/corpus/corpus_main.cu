// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs every launch of the corpus once. Under a profiler this gives the record that reports are compared with.

#include "corpus.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "corpus: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

/// The same everywhere: multiplying by an odd number modulo 65536 permutes.
std::vector<int> permutation() {
  std::vector<int> values(Buffers::bytes / sizeof(int));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>((i * 40503u + 12345u) & 0xffffu);
  return values;
}

} // namespace

int main() {
  Buffers b{};
  check(cudaMalloc(&b.in, Buffers::bytes), "cudaMalloc");
  check(cudaMalloc(&b.out, Buffers::bytes), "cudaMalloc");
  check(cudaMalloc(reinterpret_cast<void **>(&b.index), Buffers::bytes), "cudaMalloc");
  // Copied, not set: a memset would be one more kernel in the record.
  std::vector<char> zeros(Buffers::bytes);
  check(cudaMemcpy(b.in, zeros.data(), Buffers::bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemcpy(b.out, zeros.data(), Buffers::bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  std::vector<int> index = permutation();
  check(cudaMemcpy(b.index, index.data(), Buffers::bytes, cudaMemcpyHostToDevice), "cudaMemcpy");

  struct {
    const char *name;
    void (*launch)(const Buffers &);
  } const parts[] = {
      {"patterns", launchPatterns}, {"widths", launchWidths},     {"blocks", launchBlocks},
      {"guards", launchGuards},     {"loops", launchLoops},       {"arithmetic", launchArithmetic},
      {"values", launchValues},     {"shared", launchShared},     {"gathers", launchGathers},
      {"shapes", launchShapes},     {"division", launchDivision}, {"bits", launchBits},
      {"numbers", launchNumbers},   {"paths", launchPaths},       {"walks", launchWalks},
      {"images", launchImages},
  };
  for (const auto &part : parts) {
    part.launch(b);
    check(cudaGetLastError(), part.name);
    check(cudaDeviceSynchronize(), part.name);
  }
  cudaFree(b.in);
  cudaFree(b.out);
  cudaFree(b.index);
  return 0;
}
