// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// More loops: grid strides of every type, shares with an end, doubling and halving strides, triangles, unrolled loops
/// with remainders, rings, loops without a closed form, falling ones and ones that end on equality.

#include "../corpus.h"

__global__ void gridStrideOfSize(const double *in, double *out, size_t n) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) {
    double v = in[2 * i]; // @strideSize.in
    out[i] = v;           // @strideSize.out
  }
}

__global__ void gridStrideOfPixels(const float *in, float *out, int width, int height, int pitch) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
      float v = in[y * pitch + x]; // @stridePixels.in
      out[x * height + y] = v;     // @stridePixels.out
    }
}

__global__ void chunkWithEnd(const float *in, float *out, int n, int chunk) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = i * chunk, end = min(begin + chunk, n);
  float sum = 0;
  for (int k = begin; k < end; ++k)
    sum += in[k]; // @chunkEnd.in
  out[i] = sum;   // @chunkEnd.out
}

__global__ void chunkOfWarp(const float *in, float *out, int chunk) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < chunk; k += 32)
    sum += in[warp * chunk + k + lane]; // @chunkWarp.in
  out[warp * 32 + lane] = sum;          // @chunkWarp.out
}

// An FFT's stages on data that is already in place: the distance doubles.
__global__ void doublingDistance(float *data, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 1; s < n; s *= 2) {
    int j = t / s * 2 * s + t % s;
    float a = data[j];     // @fft.a
    float b = data[j + s]; // @fft.b
    data[j] = a + b;       // @fft.sum
    data[j + s] = a - b;   // @fft.difference
  }
}

__global__ void shiftedDistance(float *data, int stages) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < stages; ++k) {
    unsigned j = (t >> k) << (k + 1) | (t & ((1u << k) - 1));
    float a = data[j];             // @stages.a
    float b = data[j ^ (1u << k)]; // @stages.b
    data[j] = a + b;               // @stages.out
  }
}

__global__ void butterflies(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  for (int s = blockDim.x / 2; s > 0; s /= 2)
    if ((t ^ s) > t)
      sum += in[blockIdx.x * blockDim.x + (t ^ s)]; // @butterfly.in
  out[blockIdx.x * blockDim.x + t] = sum;           // @butterfly.out
}

__global__ void bitonic(float *data) {
  unsigned t = threadIdx.x;
  float *mine = data + blockIdx.x * blockDim.x;
  for (unsigned k = 2; k <= blockDim.x; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        float a = mine[t];                                      // @bitonic.a
        float b = mine[other];                                  // @bitonic.b
        mine[t] = (t & k) == 0 ? fminf(a, b) : fmaxf(a, b);     // @bitonic.outA
        mine[other] = (t & k) == 0 ? fmaxf(a, b) : fminf(a, b); // @bitonic.outB
      }
      __syncthreads();
    }
}

// Halves that round up: any number of elements.
__global__ void halvesOfAny(float *data, int n) {
  float *mine = data + blockIdx.x * n;
  for (int left = n; left > 1;) {
    int half = (left + 1) / 2;
    if (threadIdx.x < left / 2) {
      float a = mine[threadIdx.x];        // @halves.a
      float b = mine[threadIdx.x + half]; // @halves.b
      mine[threadIdx.x] = a + b;          // @halves.out
    }
    left = half;
    __syncthreads();
  }
}

__global__ void upSweep(float *data, int n) {
  int offset = 1;
  for (int d = n / 2; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d) {
      int left = offset * (2 * threadIdx.x + 1) - 1, right = offset * (2 * threadIdx.x + 2) - 1;
      float a = data[blockIdx.x * n + left];  // @sweep.left
      float b = data[blockIdx.x * n + right]; // @sweep.right
      data[blockIdx.x * n + right] = a + b;   // @sweep.out
    }
    offset *= 2;
  }
}

__global__ void scanByDoubling(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  for (int d = 1; d < blockDim.x; d <<= 1)
    if (t >= d)
      sum += in[blockIdx.x * blockDim.x + t - d]; // @scan.in
  out[blockIdx.x * blockDim.x + t] = sum;         // @scan.out
}

__global__ void upperTriangle(const float *in, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = row; j < n; ++j)
    sum += in[j * n + row]; // @upper.in
  out[row] = sum;           // @upper.out
}

// A triangular factor and its product, the row in the lanes: every lane makes as many trips as its block says.
__global__ void triangleOfBlocks(const float *in, float *out, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int j = 0; j <= blockIdx.x; ++j)
    for (int k = j; k < n; k += 2)
      sum += in[(j * n + k) * 32 + (t & 31)]; // @triangleBlocks.in
  out[blockIdx.x * blockDim.x + t] = sum;     // @triangleBlocks.out
}

__global__ void lowerProduct(const float *a, float *out, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j > i)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    float left = a[i * n + k];  // @lower.left
    float right = a[j * n + k]; // @lower.right
    sum += left * right;
  }
  out[i * n + j] = sum; // @lower.out
}

__global__ void unrolledByHand(const float *in, float *out, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  int k = 0;
  for (; k + 1 < n; k += 2) {
    a += in[k * pitch + i];       // @hand.even
    b += in[(k + 1) * pitch + i]; // @hand.odd
  }
  for (; k < n; ++k)
    a += in[k * pitch + i]; // @hand.rest
  out[i] = a + b;           // @hand.out
}

__global__ void unrolledByEight(const float *in, float *out, int n) {
  int row = blockIdx.x;
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < n; ++k)
    sum += in[row * n + k + threadIdx.x * 2]; // @eights.in
  out[row * blockDim.x + threadIdx.x] = sum;  // @eights.out
}

// Trips of a block: its share of a number that is no multiple.
__global__ void unrolledShares(const float *in, float *out, int n) {
  float sum = 0;
#pragma unroll 4
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    sum += in[blockIdx.x * n + k];                  // @shares.in
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // @shares.out
}

__global__ void nestedUnrolled(const float *in, float *out, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int y = 0; y < 3; ++y)
#pragma unroll
    for (int x = 0; x < 4; ++x)
      sum += in[y * pitch + 4 * i + x]; // @nestedUnrolled.in
  out[i] = sum;                         // @nestedUnrolled.out
}

__global__ void ring(const float *in, float *out, int size, int head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 10; ++k) {
    sum += in[((head + k) & (size - 1)) * 40 + (threadIdx.x & 31)]; // @ring.rows
    sum += in[(i + 3 * k) & (size * 16 - 1)];                       // @ring.lanes
  }
  out[i] = sum; // @ring.out
}

// A ring by subtraction instead of a mask.
__global__ void ringOfAny(const float *in, float *out, int size, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i % size;
  float sum = 0;
  for (int k = 0; k < 9; ++k) {
    sum += in[at]; // @ringAny.in
    at += step;
    if (at >= size)
      at -= size;
  }
  out[i] = sum; // @ringAny.out
}

// A linear congruential walk: no closed form, but all inputs are known.
__global__ void congruential(const float *in, float *out, int rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    sum += in[x]; // @congruential.in
    x = (x * 5 + 3) & 511;
  }
  out[i] = sum; // @congruential.out
}

__global__ void collatz(const float *in, float *out) {
  unsigned x = threadIdx.x + 1;
  float sum = 0;
  for (int k = 0; k < 12 && x != 1; ++k) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    sum += in[x]; // @collatz.in
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // @collatz.out
}

__global__ void fenwick(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float up = 0, down = 0;
  for (int j = i + 1; j <= n; j += j & -j)
    up += in[j]; // @fenwick.up
  for (int j = i + 1; j > 0; j &= j - 1)
    down += in[8192 + j]; // @fenwick.down
  out[i] = up + down;     // @fenwick.out
}

__global__ void setBits(const float *in, float *out, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned m = mask; m; m &= m - 1)
    sum += in[(__ffs(m) - 1) * 8192 + i]; // @setBits.in
  out[i] = sum;                           // @setBits.out
}

__global__ void fallingLoops(const float *in, float *out, unsigned n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned k = n; k-- > 0;)
    sum += in[k * pitch + i]; // @falling.unsigned
  for (int k = int(n) * 4; k > 2; k -= 7)
    sum += in[k * 8 + 2 * i]; // @falling.steps
  out[i] = sum;               // @falling.out
}

__global__ void untilEqual(const float *in, float *out, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k != n; k += 3)
    sum += in[k * pitch + i]; // @equal.index
  const float *p = in + i, *end = p + n * 64;
  for (; p != end; p += 64)
    sum += *p;  // @equal.pointer
  out[i] = sum; // @equal.out
}

__global__ void pointerBelow(const float *in, float *out, int n) {
  const float *end = in + n;
  for (const float *p = in + blockIdx.x * blockDim.x + threadIdx.x; p < end; p += gridDim.x * blockDim.x) {
    float v = *p;          // @pointerBelow.in
    out[2 * (p - in)] = v; // @pointerBelow.out
  }
}

// Two counters, one of which falls while the other grows.
__global__ void twoCounters(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0, k = n - 1; j < k; ++j, --k) {
    sum += in[j * 128 + (i & 127)]; // @twoCounters.rising
    sum -= in[k * 132 + (i & 127)]; // @twoCounters.falling
  }
  out[i] = sum; // @twoCounters.out
}

void launchWalks(const Buffers &b) {
  gridStrideOfSize<<<10, 256>>>(inputOf<double>(b), outputOf<double>(b), 10007);
  gridStrideOfPixels<<<dim3(2, 3), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 150, 100, 152);
  gridStrideOfPixels<<<dim3(3, 4), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 128, 75, 131);
  chunkWithEnd<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 10000, 5);
  chunkOfWarp<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 100);
  doublingDistance<<<16, 256>>>(outputOf<float>(b), 8192);
  shiftedDistance<<<16, 256>>>(outputOf<float>(b), 9);
  butterflies<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  bitonic<<<8, 256>>>(outputOf<float>(b));
  halvesOfAny<<<16, 128>>>(outputOf<float>(b), 150);
  upSweep<<<16, 128>>>(outputOf<float>(b), 256);
  scanByDoubling<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  upperTriangle<<<4, 32>>>(inputOf<float>(b), outputOf<float>(b), 128);
  triangleOfBlocks<<<10, 128>>>(inputOf<float>(b), outputOf<float>(b), 15);
  lowerProduct<<<dim3(3, 70), 32>>>(inputOf<float>(b), outputOf<float>(b), 72);
  unrolledByHand<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 11, 2049);
  unrolledByEight<<<40, 64>>>(inputOf<float>(b), outputOf<float>(b), 29);
  unrolledShares<<<20, 128>>>(inputOf<float>(b), outputOf<float>(b), 1100);
  nestedUnrolled<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 8194);
  ring<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 16, 11);
  ringOfAny<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 100, 37);
  congruential<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), 11);
  collatz<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b));
  fenwick<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 2048);
  setBits<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 0x2481);
  fallingLoops<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 10, 2050);
  untilEqual<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 24, 2049);
  pointerBelow<<<10, 256>>>(inputOf<float>(b), outputOf<float>(b), 10007);
  twoCounters<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 21);
}
