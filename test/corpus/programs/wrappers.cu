// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "programs.h"

namespace {

constexpr int kThreads = 192;

int ceilDiv(int a, int b) { return (a + b - 1) / b; }

// A launch in a function that is called with several sizes.
__global__ void scale(float *out, const float *in, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] =        // @scale.out
        in[i] * by; // @scale.in
}
void launchScale(float *out, const float *in, int n, int threads = 128) {
  scale<<<ceilDiv(n, threads), threads>>>(out, in, n, 2.0f);
}

// A dim3 put together member by member, and one returned by a function.
__global__ void addRows(float *out, const float *in, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * pitch + x] +=      // @rows.out
        in[y * pitch + x + 1]; // @rows.in
}
dim3 blocksFor(int width, int height, dim3 block) { return dim3(ceilDiv(width, block.x), ceilDiv(height, block.y)); }

// A class that owns the shape of its launches.
__global__ void column(float *out, const float *in, int rows, int pitch) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  float sum = 0;
  for (int c = 0; c < 7; ++c)
    sum += in[r * pitch + c]; // @column.in
  out[r] = sum;               // @column.out
}
class Table {
public:
  Table(int rows, int pitch) : rows(rows), pitch(pitch) {}
  void sum(float *out, const float *in) const { column<<<blocks(), threads>>>(out, in, rows, pitch); }

private:
  int blocks() const { return ceilDiv(rows, threads); }
  int rows, pitch;
  int threads = kThreads;
};

// The block size is a template argument that a switch picks.
template <int Threads> __global__ void blockSum(float *out, const float *in) {
  __shared__ float part[Threads];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * Threads * 2 + t] +          // @blockSum.first
            in[blockIdx.x * Threads * 2 + t + Threads]; // @blockSum.second
  for (int step = Threads / 2; step > 0; step /= 2) {
    __syncthreads();
    if (t < step)
      part[t] += part[t + step];
  }
  if (t == 0)
    out[blockIdx.x] = part[0]; // @blockSum.out
}
void launchBlockSum(float *out, const float *in, int blocks, int threads) {
  switch (threads) {
  case 64:
    blockSum<64><<<blocks, 64>>>(out, in);
    break;
  case 256:
    blockSum<256><<<blocks, 256>>>(out, in);
    break;
  default:
    break;
  }
}

// A loop of launches whose sizes shrink.
__global__ void halve(float *data, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half)
    data[i] +=          // @halve.data
        data[i + half]; // @halve.other
}

// Started through the runtime's functions.
__global__ void reversed(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[n - 1 - i] = // @reversed.out
        in[i];       // @reversed.in
}
__global__ void strided(float *out, const float *in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =            // @strided.out
      in[i * stride]; // @strided.in
}
void launchThroughRuntime(float *out, const float *in, int n) {
  void *args[] = {&out, &in, &n};
  cudaLaunchKernel((const void *)reversed, dim3(ceilDiv(n, 64)), dim3(64), args, 0, nullptr);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(3);
  config.blockDim = dim3(96);
  cudaLaunchKernelEx(&config, strided, out, in, 5);
}

} // namespace

void runWrappers(const Memory &m) {
  launchScale(m.out, m.in, 1000);
  launchScale(m.out, m.in, 4097, 256);

  dim3 block(32);
  block.y = 4;
  const int width = 100, height = 37;
  addRows<<<blocksFor(width, height, block), block>>>(m.out, m.in, width, height, 104);

  Table(500, 9).sum(m.out, m.in);
  Table(96, 16).sum(m.out, m.in);

  for (int threads = 64; threads <= 256; threads *= 4)
    launchBlockSum(m.out, m.in, 1024 / threads, threads);

  for (int half = 2000; half >= 125; half /= 2)
    halve<<<ceilDiv(half, 128), 128>>>(m.out, half);

  launchThroughRuntime(m.out, m.in, 777);
}
