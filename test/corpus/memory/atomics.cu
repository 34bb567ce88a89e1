// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics on global and shared memory, private arrays.

#include "memory.h"

namespace {

// One atomic a kernel: the line tables of both compilers name lines of headers, and not the same.
template <int Which> __global__ void global(int *i, float *f, double *d, const int *index) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (Which == 0)
    atomicAdd(i + t, 1); // @global.own
  if constexpr (Which == 1)
    atomicAdd(f + 8 * t, 1.0f); // @global.spread
  if constexpr (Which == 2)
    atomicAdd(d + t / 4, 1.0); // @global.fours
  if constexpr (Which == 3)
    atomicMax(i + 65536 + (t & 31), t); // @global.same32
  if constexpr (Which == 4)
    atomicAdd(i + 70000, index[t]); // @global.one
  if constexpr (Which == 5)
    atomicAdd(f + 500000, 1.0f); // @global.onefloat
  if constexpr (Which == 6)
    atomicCAS(i + 80000 + 2 * t, 0, t); // @global.cas
  if constexpr (Which == 7)
    i[90000 + t] = atomicExch(i + 100000 + t * 3, t); // @global.exchange
  if constexpr (Which == 8)
    atomicAdd(reinterpret_cast<unsigned long long *>(d) + 65536 + t, 1); // @global.wide
  if constexpr (Which == 9)
    atomicAdd(i + 200000 + index[t], 1); // @global.data
}

__global__ void tickets(int *i) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  i[1000 + t] = atomicAdd(i, 1); // @tickets
  if (threadIdx.x % 3 == 0)
    atomicOr(i + 1 + blockIdx.x, t); // @tickets.some
}

template <int Which> __global__ void shared(int *out) {
  __shared__ int counts[1024];
  int t = threadIdx.x;
  for (int j = t; j < 1024; j += 256)
    counts[j] = 0; // @shared.clear
  __syncthreads();
  if constexpr (Which == 0)
    atomicAdd(counts + t, 3); // @shared.own
  if constexpr (Which == 1)
    atomicAdd(counts + (t & 7), t); // @shared.eights
  if constexpr (Which == 2)
    atomicAdd(counts + 4 * t, t); // @shared.fours
  if constexpr (Which == 3)
    atomicAdd(counts + (t * 4 & 31), 1); // @shared.counted
  if constexpr (Which == 4)
    atomicMax(counts + 7, t); // @shared.one
  if constexpr (Which == 5)
    atomicCAS(counts + 2 * t, 0, t); // @shared.cas
  __syncthreads();
  for (int j = t; j < 1024; j += 256)
    out[j] = counts[j]; // @shared.out
}

template <int Which> __global__ void sharedWide(unsigned long long *out) {
  __shared__ unsigned long long wide[256];
  int t = threadIdx.x;
  wide[t] = 0; // @wide.clear
  __syncthreads();
  if constexpr (Which == 0)
    atomicExch(wide + (t ^ 1), 5ull); // @wide.exchange
  if constexpr (Which == 1)
    atomicCAS(wide + t / 2, 0ull, 7ull); // @wide.cas
  __syncthreads();
  out[t] = wide[t]; // @wide.out
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
  global<0><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<1><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<2><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<3><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<4><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<5><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<6><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<7><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<8><<<8, 128>>>(b.i, b.f, b.d, b.index);
  global<9><<<8, 128>>>(b.i, b.f, b.d, b.index);
  tickets<<<4, 96>>>(b.j);
  shared<0><<<2, 256>>>(b.i);
  shared<1><<<2, 256>>>(b.i);
  shared<2><<<2, 256>>>(b.i);
  shared<3><<<2, 256>>>(b.i);
  shared<4><<<2, 256>>>(b.i);
  shared<5><<<2, 256>>>(b.i);
  sharedWide<0><<<2, 256>>>(reinterpret_cast<unsigned long long *>(b.d));
  sharedWide<1><<<2, 256>>>(reinterpret_cast<unsigned long long *>(b.d));
  privateArray<int><<<4, 128>>>(b.i, b.index);
  privateArray<unsigned char><<<4, 128>>>(b.bytes, b.index);
  privateArray<double><<<4, 128>>>(b.d, b.index);
}
