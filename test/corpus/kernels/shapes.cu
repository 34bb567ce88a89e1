// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What only the host code says: several launches of one kernel, wrappers, shapes from functions.

#include "../corpus.h"

__global__ void scale(const float *in, float *out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = in[i * stride]; // @scale.in
    out[i] = v;               // @scale.out
  }
}

__global__ void subtract(const double *a, const double *b, double *c, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    double left = a[y * width + x];   // @subtract.a
    double right = b[x * height + y]; // @subtract.b
    c[y * width + x] = left - right;  // @subtract.c
  }
}

__global__ void __launch_bounds__(128) bounded(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i * 2 + 1]; // @bounded.in
  out[i] = v;              // @bounded.out
}

template <typename T, int PerThread> __global__ void several(const T *in, T *out, int n) {
  int first = blockIdx.x * blockDim.x * PerThread + threadIdx.x;
#pragma unroll
  for (int k = 0; k < PerThread; ++k) {
    int i = first + k * blockDim.x;
    if (i < n) {
      T v = in[i]; // @several.in
      out[i] = v;  // @several.out
    }
  }
}

void launchShapes(const Buffers &b) {
  scale<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10000, 1);
  scale<<<40, 256>>>(inputOf<float>(b), outputOf<float>(b), 10000, 12);
  scale<<<105, 96>>>(inputOf<float>(b), outputOf<float>(b), 10000, 1);
  scale<<<1, 1000>>>(inputOf<float>(b), outputOf<float>(b), 1000, 3);
  subtract<<<dim3(4, 13), dim3(32, 8)>>>(inputOf<double>(b), inputOf<double>(b) + 65536, outputOf<double>(b), 100, 100);
  subtract<<<dim3(7, 7), dim3(16, 16)>>>(inputOf<double>(b), inputOf<double>(b) + 65536, outputOf<double>(b), 101, 99);
  bounded<<<64, 128>>>(inputOf<float>(b), outputOf<float>(b));
  bounded<<<64, 96>>>(inputOf<float>(b), outputOf<float>(b));
  several<float, 4><<<20, 128>>>(inputOf<float>(b), outputOf<float>(b), 10001);
  several<double, 3><<<27, 128>>>(inputOf<double>(b), outputOf<double>(b), 10001);
  several<uchar4, 2><<<40, 128>>>(inputOf<uchar4>(b), outputOf<uchar4>(b), 10001);
}
