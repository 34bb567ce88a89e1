// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Guards: which lanes execute an access.

#include "../corpus.h"

__global__ void below(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = in[i]; // @below.in
    out[i] = v;      // @below.out
  }
}

__global__ void returnsEarly(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = in[3 * i]; // @early.in
  out[i] = v;          // @early.out
}

__global__ void everyFourthLane(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((threadIdx.x & 31) % 4 == 0) {
    float v = in[i]; // @fourth.in
    out[i / 4] = v;  // @fourth.out
  }
}

__global__ void nested(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = in[i]; // @nested.outer
    if (threadIdx.x % 3 != 1) {
      float w = in[2 * i + 1]; // @nested.inner
      v += w;
      if (threadIdx.x > 40)
        out[i] = v; // @nested.out
    }
  }
}

__global__ void shortCircuit(const float *in, float *out, int lo, int hi) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 5 || (i > lo && i < hi)) {
    float v = in[i]; // @either.in
    out[i] = v;      // @either.out
  }
}

__global__ void elseSide(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x & 4) {
    float v = in[i]; // @else.then
    out[i] = v * 2;  // @else.thenOut
  } else {
    float v = in[65536 + 2 * i]; // @else.else
    out[32768 + i] = v + 1;      // @else.elseOut
  }
}

__global__ void firstThread(const float *in, float *out) {
  if (threadIdx.x == 0) {
    float v = in[blockIdx.x * 33]; // @first.in
    out[blockIdx.x] = v;           // @first.out
  }
}

__global__ void lastLane(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((threadIdx.x & 31) == 31) {
    float v = in[i]; // @last.in
    out[i >> 5] = v; // @last.out
  }
}

// The interior of an image: four conditions and five loads.
__global__ void interior(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    float centre = in[y * width + x];                           // @interior.centre
    float left = in[y * width + x - 1];                         // @interior.left
    float right = in[y * width + x + 1];                        // @interior.right
    float above = in[(y - 1) * width + x];                      // @interior.above
    float below = in[(y + 1) * width + x];                      // @interior.below
    out[y * width + x] = centre + left + right + above * below; // @interior.out
  }
}

// An unsigned difference wraps in the lanes that the guard then shuts out.
__global__ void window(const float *in, float *out, unsigned first, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned j = i - first;
  if (j < count) {
    float v = in[j]; // @window.in
    out[i] = v;      // @window.out
  }
}

// The guard is data: nobody can know the mask.
__global__ void whereSet(const int *flags, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int flag = flags[i]; // @set.flag
  if (flag & 1) {
    float v = in[i]; // @set.in
    out[i] = v;      // @set.out
  }
}

__global__ void switchByLane(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  switch (threadIdx.x & 3) {
  case 0:
    v = in[i]; // @switch.zero
    break;
  case 1:
    v = in[8 * i]; // @switch.one
    break;
  case 2:
    v = in[i / 2] + 1; // @switch.two
    break;
  default:
    break;
  }
  out[i] = v; // @switch.out
}

void launchGuards(const Buffers &b) {
  below<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10000);
  below<<<4, 128>>>(inputOf<float>(b), outputOf<float>(b), 401);
  returnsEarly<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10007);
  everyFourthLane<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  nested<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10000);
  shortCircuit<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 1234, 8765);
  elseSide<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  firstThread<<<100, 128>>>(inputOf<float>(b), outputOf<float>(b));
  lastLane<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  interior<<<dim3(5, 13), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 150, 100);
  window<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 70, 9000);
  whereSet<<<64, 256>>>(b.index, inputOf<float>(b), outputOf<float>(b));
  switchByLane<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
}
