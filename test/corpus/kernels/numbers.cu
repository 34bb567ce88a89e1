// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Numbers that clamp, choose, wrap and widen; merges of two expressions; pointers that are stepped; products with
/// strides that only the host knows.

#include "../corpus.h"

__global__ void clampToWindow(const float *in, float *out, int low, int high) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[min(max(i - 8, low), high)];                    // @clampWindow.signed
  float w = in[min(2u * i, unsigned(high)) + (i & 1)];         // @clampWindow.unsigned
  float z = in[max(int(threadIdx.x), 255 - int(threadIdx.x))]; // @clampWindow.mirrored
  out[i] = v + w + z;                                          // @clampWindow.out
}

// Periodic neighbours.
__global__ void periodic(const float *in, float *out, int n, int reach) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = i - reach < 0 ? i - reach + n : i - reach;
  int right = i + reach >= n ? i + reach - n : i + reach;
  float v = in[left];                    // @periodic.left
  float w = in[right];                   // @periodic.right
  float z = in[(i + n - 3 * reach) % n]; // @periodic.modulo
  out[i] = v + w + z;                    // @periodic.out
}

__global__ void saturate(const float *in, float *out, unsigned by) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i > by ? i - by : 0];                    // @saturate.down
  float w = in[abs(int(i) - 2500)];                     // @saturate.abs
  float z = in[i + (i > 100) * 64 + (i % 32 == 3) * 4]; // @saturate.comparisons
  out[i] = v + w + z;                                   // @saturate.out
}

__global__ void wrapAndWiden(const float *in, float *out, unsigned offset) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned turned = i * 65537u + offset;
  float v = in[size_t(turned) >> 16];                           // @wrapWiden.high
  float w = in[turned & 0xffff];                                // @wrapWiden.low
  out[size_t(unsigned(4u * i + 4294967232u)) & 0xffff] = v + w; // @wrapWiden.out
}

// 4294967295 is -1 once it is signed: the row is read backwards.
__global__ void backwards(const float *in, float *out, unsigned factor) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *end = in + 8191;
  float v = end[int(i * factor)];          // @backwards.argument
  float w = end[int(i * 4294967294u) / 2]; // @backwards.constant
  out[i] = v + w;                          // @backwards.out
}

__global__ void shortNumbers(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  short s = short(i * 331);
  unsigned short u = (unsigned short)(i * 331);
  signed char c = (signed char)(i + 100);
  unsigned char k = (unsigned char)(3 * i - 64);
  float v = in[32768 + s];   // @shorts.signed
  float w = in[u];           // @shorts.unsigned
  float x = in[256 + 2 * c]; // @shorts.signedChar
  float y = in[k * 4];       // @shorts.unsignedChar
  out[i] = v + w + x + y;    // @shorts.out
}

__global__ void truncateAndExtend(const double *in, double *out, long long origin) {
  long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  int narrow = int(i * 4294967299ll + origin);     // 3 * i + origin, after the cut
  double v = in[narrow];                           // @narrow.in
  out[(unsigned char)i * 3 + (i >> 8) * 1024] = v; // @narrow.out
}

__global__ void mergePointers(const float *in, const float *other, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *p;
  if (threadIdx.x & 8)
    p = in + 3 * i;
  else
    p = other + i;
  float v = *p; // @merge.pointer
  out[i] = v;   // @merge.out
}

__global__ void mergeIndices(const float *in, float *out, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j;
  switch (threadIdx.x % 3) {
  case 0:
    j = i * pitch;
    break;
  case 1:
    j = i + 1000;
    break;
  default:
    j = i / 3;
  }
  float v = in[j]; // @merge3.in
  out[i] = v;      // @merge3.out
}

__global__ void stepPointers(const float *in, float *out, int pitch) {
  const float *p = in + blockIdx.x * 512;
  float *q = out + blockIdx.x * 512;
  p += threadIdx.x;
  float v = *p; // @step.first
  p += pitch;
  float w = *p; // @step.second
  p += 2 * threadIdx.x;
  float x = *p--; // @step.third
  float y = *p;   // @step.fourth
  q += 2 * threadIdx.x;
  *q++ = v + w; // @step.outFirst
  *q = x + y;   // @step.outSecond
}

__global__ void strided(const float *in, float *out, int stride, int batch) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = in[blockIdx.x * batch + threadIdx.x * stride];           // @stride.lanes
  float w = in[blockIdx.x * batch + warp * stride + lane];           // @stride.warps
  float x = in[lane / 8 * stride + lane % 8 + warp * 8];             // @stride.groups
  out[(threadIdx.x + blockIdx.x * blockDim.x) * stride] = v + w + x; // @stride.out
}

__global__ void tensor(const float *in, float *out, long long strideX, long long strideY, long long strideZ) {
  long long x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  float v = in[x * strideX + y * strideY + z * strideZ]; // @tensor.in
  out[x * strideY + y * strideX + z * strideZ] = v;      // @tensor.out
}

__global__ void products(const float *in, float *out, int stride) {
  int t = threadIdx.x;
  float v = in[(t & 7) * (t >> 3) * stride];    // @products.two
  float w = in[t * t];                          // @products.square
  float x = in[t * (t + 1) / 2 + blockIdx.x];   // @products.triangle
  out[blockIdx.x * blockDim.x + t] = v + w + x; // @products.out
}

__global__ void packTwoHalves(const float *in, float *out, int pitch) {
  unsigned packed = threadIdx.y << 16 | threadIdx.x;
  packed += blockIdx.y * 16 << 16 | blockIdx.x * 16;
  float v = in[(packed >> 16) * pitch + (packed & 0xffff)]; // @pack.in
  out[(packed & 0xffff) * pitch + (packed >> 16)] = v;      // @pack.out
}

void launchNumbers(const Buffers &b) {
  clampToWindow<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 20, 5000);
  periodic<<<20, 250>>>(inputOf<float>(b), outputOf<float>(b), 5000, 7);
  saturate<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 300);
  wrapAndWiden<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 4294901765);
  backwards<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 4294967295);
  shortNumbers<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  truncateAndExtend<<<32, 256>>>(inputOf<double>(b), outputOf<double>(b), 77);
  mergePointers<<<32, 256>>>(inputOf<float>(b), inputOf<float>(b) + 65536, outputOf<float>(b));
  mergeIndices<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 9);
  stepPointers<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 1001);
  strided<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 3, 400);
  strided<<<16, 128>>>(inputOf<float>(b), outputOf<float>(b), 52, 6656);
  tensor<<<16, dim3(20, 10)>>>(inputOf<float>(b), outputOf<float>(b), 1, 24, 250);
  tensor<<<16, dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 34, 2, 600);
  products<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), 10);
  packTwoHalves<<<dim3(8, 8), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 130);
}
