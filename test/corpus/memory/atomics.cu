// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics on global and shared memory, private arrays.

#include "memory.h"

namespace {

__global__ void global(int *i, float *f, double *d, const int *index) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(i + t, 1);                                                 // @global.own
  atomicAdd(f + 8 * t, 1.0f);                                          // @global.spread
  atomicAdd(d + t / 4, 1.0);                                           // @global.fours
  atomicMax(i + 65536 + (t & 31), t);                                  // @global.same32
  atomicAdd(i + 70000, index[t]);                                      // @global.one
  atomicAdd(f + 500000, 1.0f);                                         // @global.onefloat
  atomicCAS(i + 80000 + 2 * t, 0, t);                                  // @global.cas
  i[90000 + t] = atomicExch(i + 100000 + t * 3, t);                    // @global.exchange
  atomicAdd(reinterpret_cast<unsigned long long *>(d) + 65536 + t, 1); // @global.wide
  atomicAdd(i + 200000 + index[t], 1);                                 // @global.data
}

__global__ void tickets(int *i) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  i[1000 + t] = atomicAdd(i, 1); // @tickets
  if (threadIdx.x % 3 == 0)
    atomicOr(i + 1 + blockIdx.x, t); // @tickets.some
}

__global__ void shared(int *out, const int *index) {
  __shared__ int counts[1024];
  __shared__ unsigned long long wide[256];
  int t = threadIdx.x;
  for (int j = t; j < 1024; j += 256)
    counts[j] = 0; // @shared.clear
  wide[t] = 0;     // @shared.clearwide
  __syncthreads();
  atomicAdd(counts + t, 3);                       // @shared.own
  atomicAdd(counts + (t & 7), t);                 // @shared.eights
  atomicAdd(counts + 4 * t, t);                   // @shared.fours
  atomicAdd(counts + (t * 4 & 31), 1);            // @shared.counted
  atomicMax(counts + 7, t);                       // @shared.one
  atomicCAS(counts + 2 * t, 0, t);                // @shared.cas
  atomicExch(wide + (t ^ 1), 5);                  // @shared.exchange
  atomicCAS(wide + t / 2, 0, 7);                  // @shared.caswide
  __syncthreads();
  for (int j = t; j < 1024; j += 256)
    out[j] = counts[j] + int(wide[j & 255]); // @shared.out
}

template <typename T> __global__ void privateArray(T *out, const int *index) {
  T own[32];
  int t = threadIdx.x;
#pragma unroll 1
  for (int j = 0; j < 32; ++j)
    own[j] = T(j + t); // @private.put
  T sum = 0;
#pragma unroll 1
  for (int j = 0; j < 32; ++j)
    sum += own[(j * 5 + blockIdx.x) & 31]; // @private.together
  sum += own[t & 31];                      // @private.diagonal
  sum += own[(t & 3) * 8];                 // @private.fours
  out[blockIdx.x * blockDim.x + t] = sum;
}

} // namespace

void launchAtomics(const Buffers &b) {
  global<<<8, 128>>>(b.i, b.f, b.d, b.index);
  tickets<<<4, 96>>>(b.j);
  shared<<<2, 256>>>(b.i, b.index);
  privateArray<int><<<4, 128>>>(b.i, b.index);
  privateArray<unsigned char><<<4, 128>>>(b.bytes, b.index);
  privateArray<double><<<4, 128>>>(b.d, b.index);
}
