// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Paths through a kernel: nested and short-circuit conditions, else sides, several returns, loops that lanes leave on
/// computed conditions.

#include "../corpus.h"

__global__ void threeSides(const float *in, float *out, int n, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if ((threadIdx.x & 31) < first) {
      float v = in[4 * i]; // @threeSides.then
      out[i] = v;          // @threeSides.thenOut
    } else {
      float v = in[i];  // @threeSides.else
      out[i + 64] = -v; // @threeSides.elseOut
    }
  } else {
    out[65536 + 2 * i] = 1; // @threeSides.outside
  }
}

__global__ void severalReturns(const float *in, float *out, int n, int lanes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = in[2 * i]; // @returns.all
  if (threadIdx.x & 1) {
    out[i] = v; // @returns.odd
    return;
  }
  float w = in[3 * i]; // @returns.even
  if ((threadIdx.x & 31) > lanes)
    return;
  out[i] = v + w; // @returns.low
}

__global__ void ends(const float *in, float *out, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < width || threadIdx.x >= blockDim.x - width) {
    float v = in[i]; // @ends.in
    out[i] = v;      // @ends.out
  }
  if (!(i % 32 == 0 || i % 5 == 4) && threadIdx.x != 17) {
    float v = in[5 * i]; // @ends.others
    out[5 * i] = v;      // @ends.othersOut
  }
}

__global__ void insideOrFirst(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if ((x < width && y < height) || threadIdx.x == 0) {
    float v = in[y * 128 + x]; // @insideOr.in
    out[y * 128 + x] = v;      // @insideOr.out
  }
}

// Comparisons of unsigned differences, as compilers and people write a range check.
__global__ void innerRange(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  bool inside = unsigned(x - 2) < unsigned(width - 4);
  inside &= unsigned(y - 1) < unsigned(height - 2);
  if (!inside)
    return;
  float v = in[(y - 1) * width + x - 2]; // @innerRange.in
  out[y * width + x] = v;                // @innerRange.out
}

__global__ void leadersOfWarps(const float *in, float *out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) {
    float v = in[blockIdx.x * 8 + warp]; // @leaders.in
    out[blockIdx.x * 8 + warp] = v;      // @leaders.out
  }
  if (warp == blockDim.x / 32 - 1) {
    float v = in[blockIdx.x * 64 + 2 * lane]; // @leaders.lastWarp
    out[65536 + blockIdx.x * 32 + lane] = v;  // @leaders.lastWarpOut
  }
  if (threadIdx.x == 0)
    out[131072 + blockIdx.x] = 1; // @leaders.thread
  else if (threadIdx.x % 4 == 0)
    out[196608 + blockIdx.x * 256 + threadIdx.x] = 2; // @leaders.fourth
}

__global__ void lastBlock(const float *in, float *out, int rest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x != gridDim.x - 1 || threadIdx.x < rest) {
    float v = in[i]; // @lastBlock.in
    out[i] = v;      // @lastBlock.out
  }
  if (blockIdx.x % 3 == 1) {
    float v = in[7 * i]; // @lastBlock.third
    out[7 * i] = v;      // @lastBlock.thirdOut
  }
}

__global__ void guardByPointer(const float *in, float *out, int n) {
  const float *p = in + blockIdx.x * blockDim.x + threadIdx.x, *end = in + n;
  if (p < end) {
    float v = *p;    // @pointerGuard.in
    out[p - in] = v; // @pointerGuard.out
  }
}

__global__ void oddGuards(const float *in, float *out, int divisor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  if (i / divisor % 2 == 0)
    v += in[2 * i]; // @oddGuards.division
  if (__popc(i) & 1)
    v += in[3 * i]; // @oddGuards.parity
  if ((i ^ (i >> 3)) & 2)
    v += in[6 * i]; // @oddGuards.bits
  out[i] = v;       // @oddGuards.out
}

__global__ void breakOnComputed(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if ((k + 1) * int(threadIdx.x) % 7 == 6)
      break;
    sum += in[k * 8192 + i]; // @break.in
  }
  out[i] = sum; // @break.out
}

__global__ void continueOnComputed(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if ((k + threadIdx.x) & 3)
      continue;
    sum += in[k * 8192 + i]; // @continue.in
  }
  out[i] = sum; // @continue.out
}

__global__ void returnFromLoop(const float *in, float *out, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = threadIdx.x & 15;; k += 5) {
    if (k > limit)
      return;
    float v = in[k * 64 + (i & 63)]; // @returnLoop.in
    out[k * 8192 + i] = v;           // @returnLoop.out
  }
}

__global__ void atLeastOnce(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = i & 7;
  float sum = 0;
  do {
    sum += in[i + k * 8192]; // @doWhile.in
    k += 3;
  } while (k < n);
  out[i] = sum; // @doWhile.out
}

__global__ void fallThrough(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  switch (threadIdx.x % 6) {
  case 4:
    v += in[i]; // @fall.four
    [[fallthrough]];
  case 2:
    v += in[i + 8192]; // @fall.two
    break;
  case 5:
    v += in[i * 2]; // @fall.five
    [[fallthrough]];
  default:
    v += in[i * 3]; // @fall.default
  }
  out[i] = v; // @fall.out
}

// Whether a block works at all is data.
__global__ void whereBlockIsSet(const int *flags, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int flag = flags[blockIdx.x]; // @blockSet.flag
  if (flag & 1) {
    float v = in[2 * i]; // @blockSet.in
    out[i] = v;          // @blockSet.out
  }
}

__global__ void guardInLoop(const float *in, float *out, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k > t)                      // @guardInLoop.joined (both loads, by a compiler that joins them)
      sum += in[k * 64 + t];        // @guardInLoop.above
    else if (k % 2 == 0)            // @guardInLoop.selected
      sum += in[4096 + t * 64 + k]; // @guardInLoop.below
  }
  out[blockIdx.x * blockDim.x + t] = sum; // @guardInLoop.out
}

void launchPaths(const Buffers &b) {
  threeSides<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10001, 11);
  severalReturns<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10001, 20);
  ends<<<32, 224>>>(inputOf<float>(b), outputOf<float>(b), 5);
  insideOrFirst<<<dim3(4, 14), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 100, 101);
  insideOrFirst<<<dim3(6, 11), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 100, 101);
  innerRange<<<dim3(7, 7), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 100, 101);
  leadersOfWarps<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  lastBlock<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 75);
  guardByPointer<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 8001);
  oddGuards<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 10);
  breakOnComputed<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 9);
  continueOnComputed<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 10);
  returnFromLoop<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 23);
  atLeastOnce<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 14);
  fallThrough<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  whereBlockIsSet<<<32, 256>>>(b.index, inputOf<float>(b), outputOf<float>(b));
  guardInLoop<<<32, 64>>>(inputOf<float>(b), outputOf<float>(b), 48);
}
