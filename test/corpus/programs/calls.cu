// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "programs.h"

namespace {

// One machine instruction for three calls: 4, 8 and 32 sectors.
__device__ __noinline__ void put(float *to, int i, float value) {
  to[i] = value; // @put
}
__global__ void threeCalls(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(out, i, 1);
  put(out, 2 * i, 2);
  if (threadIdx.x < 32)
    put(out, 16 * i, 3);
}

// A loop inside the function, its bound an argument of the call.
__device__ __noinline__ float sumOf(const float *from, int first, int count, int step) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < count; ++k)
    sum += from[first + k * step]; // @sum
  return sum;
}
__global__ void sums(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = // @sums.out
      sumOf(in, i, 5, n) + sumOf(in, i * 6, 6, 1);
}

// Called from two kernels, from within another function.
__device__ __noinline__ float read(const float *from, int row, int col, int pitch) {
  return from[row * pitch + col]; // @read
}
__device__ __noinline__ float cross(const float *from, int row, int col, int pitch) {
  return read(from, row - 1, col, pitch) + read(from, row + 1, col, pitch) + read(from, row, col + 1, pitch);
}
__global__ void crosses(float *out, const float *in, int pitch) {
  int x = threadIdx.x, y = blockIdx.x + 1;
  out[y * pitch + x] = cross(in, y, x, pitch); // @crosses.out
}
__global__ void turned(float *out, const float *in, int pitch) {
  int x = blockIdx.x + 1, y = threadIdx.x + 1;
  out[x * pitch + y] = cross(in, y, x, pitch); // @turned.out
}

// Memory of the module.
__device__ float scratch[8192];
__constant__ float weights[64];
__global__ void useGlobals(float *out, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[2 * i] = weights[5]; // @scratch.store
  __syncthreads();
  out[i] =                    // @scratch.out
      scratch[2 * i + shift]; // @scratch.load
}

// A reference to a struct that never leaves registers.
struct Cursor {
  const float *at;
  int step;
};
__device__ __forceinline__ float next(Cursor &cursor) {
  const float value = *cursor.at; // @cursor
  cursor.at += cursor.step;
  return value;
}
__global__ void walk(float *out, const float *in, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Cursor cursor{in + i, static_cast<int>(gridDim.x * blockDim.x) + 1};
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < rows; ++r)
    sum += next(cursor);
  out[i] = sum; // @walk.out
}

// An index out of memory, the same for all lanes.
__global__ void byList(float *out, const float *in, const int *list) {
  int item = list[blockIdx.x];                 // @list
  out[blockIdx.x * blockDim.x + threadIdx.x] = // @list.out
      in[item * 64 + threadIdx.x];             // @list.in
}

} // namespace

void runCalls(const Memory &m) {
  threeCalls<<<4, 96>>>(m.out);
  const int n = 512;
  sums<<<n / 128, 128>>>(m.out, m.in, n);
  crosses<<<6, 64>>>(m.out, m.in, 72);
  turned<<<5, 32>>>(m.out, m.in, 72);
  useGlobals<<<16, 256>>>(m.out, 3);
  walk<<<4, 64>>>(m.out, m.in, 9);
  byList<<<8, 64>>>(m.out, m.in, m.indices);
}
