// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Block shapes: one, two and three dimensions, partial last warps, blocks that do not start on a line.

#include "../corpus.h"

__global__ void tile20x10(const float *in, float *out) {
  float v = in[(blockIdx.x * 10 + threadIdx.y) * 64 + threadIdx.x]; // @tile.in
  out[(blockIdx.x * 10 + threadIdx.y) * 20 + threadIdx.x] = v;      // @tile.out
}

__global__ void rowMajor(const float *in, float *out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float v = in[y * width + x]; // @row.in
  out[y * width + x] = v;      // @row.out
}

__global__ void columnMajor(const float *in, float *out, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float v = in[x * height + y]; // @column.in
  out[x * height + y] = v;      // @column.out
}

__global__ void brick(const float *in, float *out, int pitch, int slice) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  float v = in[z * slice + y * pitch + x]; // @brick.in
  out[x * slice + y * pitch + z] = v;      // @brick.out
}

__global__ void line(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i]; // @line.in
  out[2 * i] = v;  // @line.out
}

__global__ void linearised(const double *in, double *out) {
  int inBlock = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int i = blockIdx.x * (blockDim.x * blockDim.y * blockDim.z) + inBlock;
  double v = in[i]; // @linear.in
  out[i + 1] = v;   // @linear.out
}

__global__ void byY(const float *in, float *out) {
  float v = in[blockIdx.x * 64 + threadIdx.y]; // @y.in
  out[blockIdx.x * 64 + 63 - threadIdx.y] = v; // @y.out
}

void launchBlocks(const Buffers &b) {
  tile20x10<<<40, dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b));
  rowMajor<<<dim3(8, 8), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 128);
  rowMajor<<<dim3(5, 6), dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 101);
  rowMajor<<<dim3(4, 16), dim3(48, 2)>>>(inputOf<float>(b), outputOf<float>(b), 192);
  columnMajor<<<dim3(4, 16), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 128);
  columnMajor<<<dim3(8, 8), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 130);
  brick<<<dim3(4, 4, 8), dim3(8, 8, 4)>>>(inputOf<float>(b), outputOf<float>(b), 32, 1024);
  brick<<<dim3(3, 3, 3), dim3(7, 5, 3)>>>(inputOf<float>(b), outputOf<float>(b), 24, 480);
  line<<<50, 33>>>(inputOf<float>(b), outputOf<float>(b));
  line<<<50, 100>>>(inputOf<float>(b), outputOf<float>(b));
  line<<<7, 1024>>>(inputOf<float>(b), outputOf<float>(b));
  line<<<9, 1>>>(inputOf<float>(b), outputOf<float>(b));
  linearised<<<12, dim3(5, 5, 5)>>>(inputOf<double>(b), outputOf<double>(b));
  byY<<<30, dim3(1, 64)>>>(inputOf<float>(b), outputOf<float>(b));
}
