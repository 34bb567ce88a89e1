// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops: walks whose requests move from iteration to iteration.

#include "../corpus.h"

__global__ void chunkPerThread(const float *in, float *out, int chunk) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < chunk; ++k)
    sum += in[i * chunk + k]; // @chunk.in
  out[i] = sum;               // @chunk.out
}

__global__ void gridStride(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = in[i]; // @gridStride.in
    out[i] = v * 2;  // @gridStride.out
  }
}

__global__ void blockStride(const float *in, float *out, int n) {
  float sum = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    sum += in[blockIdx.x * n + j];                  // @blockStride.in
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // @blockStride.out
}

__global__ void walkRow(const float *in, float *out, int pitch, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < columns; ++c)
    sum += in[row * pitch + c]; // @walkRow.in
  out[row] = sum;               // @walkRow.out
}

__global__ void walkColumn(const float *in, float *out, int pitch, int rows) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r)
    sum += in[r * pitch + column]; // @walkColumn.in
  out[column] = sum;               // @walkColumn.out
}

__global__ void shrinkingTree(float *data) {
  float *mine = data + blockIdx.x * blockDim.x;
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) {
      float right = mine[threadIdx.x + s]; // @tree.right
      float left = mine[threadIdx.x];      // @tree.left
      mine[threadIdx.x] = left + right;    // @tree.out
    }
    __syncthreads();
  }
}

__global__ void growingTree(float *data) {
  float *mine = data + blockIdx.x * blockDim.x;
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (threadIdx.x % (2 * s) == 0) {
      float right = mine[threadIdx.x + s]; // @growing.right
      float left = mine[threadIdx.x];      // @growing.left
      mine[threadIdx.x] = left + right;    // @growing.out
    }
    __syncthreads();
  }
}

__global__ void triangle(const float *in, float *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c <= row; ++c)
    sum += in[row * (row + 1) / 2 + c]; // @triangle.in
  out[row] = sum;                       // @triangle.out
}

__global__ void nestedTriangle(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < r; ++c)
      sum += in[(r * n + c) * 64 + (i & 63)]; // @nestedTriangle.in
  out[i] = sum;                               // @nestedTriangle.out
}

__global__ void unrolledByFour(const float *in, float *out, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < n; ++k)
    sum += in[k * pitch + i]; // @unrolled.in
  out[i] = sum;               // @unrolled.out
}

__global__ void whollyUnrolled(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 5; ++k)
    sum += in[k * 4097 + 2 * i]; // @whole.in
  out[i] = sum;                  // @whole.out
}

__global__ void maskedCounter(const float *in, float *out, int size, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 12; ++k) {
    sum += in[s]; // @masked.in
    s = (s + step) & (size - 1);
  }
  out[i] = sum; // @masked.out
}

__global__ void pointerBump(const float *in, float *out, int pitch, int rows) {
  const float *p = in + blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) {
    sum += *p; // @bump.in
    p += pitch;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // @bump.out
}

// One warp a row: the lanes leave the loop at different trips.
__global__ void warpPerRow(const float *in, float *out, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  int lane = threadIdx.x & 31;
  float sum = 0;
  for (int k = lane; k < n; k += 32)
    sum += in[row * n + k];   // @warpRow.in
  out[row * 32 + lane] = sum; // @warpRow.out
}

__global__ void differentTrips(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < (threadIdx.x & 7); ++k)
    sum += in[i + k * 16384]; // @trips.in
  out[i] = sum;               // @trips.out
}

// No closed form: doubling indices, iterated.
__global__ void climb(const float *in, float *out, int n) {
  float sum = 0;
  for (int j = threadIdx.x + 1; j < n; j = 2 * j + 1)
    sum += in[j];                                   // @climb.in
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // @climb.out
}

__global__ void tiledRows(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    float v = in[(blockIdx.y * 32 + y) * width + x]; // @tiled.in
    out[x * width + blockIdx.y * 32 + y] = v;        // @tiled.out
  }
}

// A matrix product without tiles: one broadcast and one contiguous load an iteration.
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    float left = a[row * n + k];     // @multiply.a
    float right = b[k * n + column]; // @multiply.b
    sum += left * right;
  }
  c[row * n + column] = sum; // @multiply.c
}

__global__ void countDown(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = n - 1; k >= 0; k -= 3)
    sum += in[k * 1000 + i]; // @down.in
  out[i] = sum;              // @down.out
}

void launchLoops(const Buffers &b) {
  chunkPerThread<<<32, 128>>>(inputOf<float>(b), outputOf<float>(b), 16);
  chunkPerThread<<<32, 128>>>(inputOf<float>(b), outputOf<float>(b), 7);
  gridStride<<<24, 256>>>(inputOf<float>(b), outputOf<float>(b), 100003);
  gridStride<<<11, 96>>>(inputOf<float>(b), outputOf<float>(b), 5000);
  blockStride<<<20, 128>>>(inputOf<float>(b), outputOf<float>(b), 1000);
  blockStride<<<20, 128>>>(inputOf<float>(b), outputOf<float>(b), 333);
  walkRow<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 100, 50);
  walkColumn<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 2048, 50);
  walkColumn<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 2050, 9);
  shrinkingTree<<<20, 256>>>(outputOf<float>(b));
  growingTree<<<20, 256>>>(outputOf<float>(b));
  triangle<<<4, 64>>>(inputOf<float>(b), outputOf<float>(b));
  nestedTriangle<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 9);
  unrolledByFour<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 10, 2049);
  whollyUnrolled<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b));
  maskedCounter<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 128, 5);
  pointerBump<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 2052, 11);
  warpPerRow<<<32, 128>>>(inputOf<float>(b), outputOf<float>(b), 77);
  differentTrips<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  climb<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 1000);
  tiledRows<<<dim3(4, 4), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 128);
  multiply<<<dim3(4, 4), dim3(16, 16)>>>(inputOf<float>(b), inputOf<float>(b) + 65536, outputOf<float>(b), 64);
  countDown<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 20);
}
