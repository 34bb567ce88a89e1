// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels whose DRAM traffic was measured: footprints far beyond the L2, every kernel launched once and every launch
/// on a line of its own.

#ifndef SECTORSCOPE_TEST_CORPUS_TRAFFIC_H
#define SECTORSCOPE_TEST_CORPUS_TRAFFIC_H

#include <cuda_runtime.h>

/// Device memory, zeroed: 4 GiB from `a`, of which b, c and d are the second, third and fourth GiB.
struct Memory {
  void *a, *b, *c, *d;
};

/// Keeps a load alive without a store: the memory holds zeros.
__device__ __forceinline__ void expectZero(float v) {
  if (v != 0)
    __trap();
}

void runTable(const Memory &m);
void runLayouts(const Memory &m);
void runWindows(const Memory &m);

#endif
