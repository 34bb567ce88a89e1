// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What hides the address: structs by value, functors, lambdas, functions that are not inlined, globals.

#include "../corpus.h"

struct View {
  const float *data;
  int pitch;
  int columns;
  __device__ float at(int row, int column) const {
    return data[row * pitch + column]; // @view.at
  }
};

__global__ void readView(View view, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = view.at(i / view.columns, i % view.columns); // @view.out
}

struct Particles {
  float *x;
  float *y;
  float4 *state;
};

__global__ void moveParticles(Particles p, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 s = p.state[i]; // @particles.state
    p.x[i] = s.x * dt;     // @particles.x
    p.y[2 * i] = s.y * dt; // @particles.y
  }
}

struct RowOrder {
  int pitch;
  __device__ int operator()(int row, int column) const { return row * pitch + column; }
};
struct ColumnOrder {
  int pitch;
  __device__ int operator()(int row, int column) const { return column * pitch + row; }
};

template <typename Order> __global__ void gatherBy(Order order, const float *in, float *out) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  float v = in[order(row, threadIdx.x)];   // @functor.in
  out[row * blockDim.x + threadIdx.x] = v; // @functor.out
}

template <typename Body> __global__ void forEach(int n, Body body) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    body(i);
}

__global__ void localLambda(const float *in, float *out, int pitch) {
  auto at = [=](int row, int column) {
    return in[row * pitch + column]; // @lambda.in
  };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = at(threadIdx.x, blockIdx.x); // @lambda.out
}

__device__ __noinline__ float fetch(const float *p, int i) {
  return p[i]; // @fetch.in
}

__global__ void callsOnce(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = fetch(in, 2 * i); // @calls.out
}

__global__ void callsTwice(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = fetch(in, i);
  out[i] = v + fetch(in, 8 * i + 3); // @callsTwice.out
}

__device__ float lookupTable[4096];

__global__ void readGlobal(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = lookupTable[4 * threadIdx.x + 1]; // @global.in
  out[i] = v;                                 // @global.out
}

__device__ inline float halve(const float *p) {
  return *p * 0.5f; // @inlined.in
}
__device__ inline float pair(const float *p, int step) { return halve(p) + halve(p + step); }

__global__ void inlinedTwice(const float *in, float *out, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = pair(in + 3 * i, step); // @inlined.out
}

void launchValues(const Buffers &b) {
  readView<<<64, 256>>>(View{inputOf<float>(b), 80, 50}, outputOf<float>(b)); // view+8=80 view+12=50
  Particles particles{outputOf<float>(b), outputOf<float>(b) + 65536, outputOf<float4>(b) + 65536};
  moveParticles<<<40, 256>>>(particles, 10000, 0.5f);
  gatherBy<<<64, dim3(32, 4)>>>(RowOrder{40}, inputOf<float>(b), outputOf<float>(b));     // order+0=40
  gatherBy<<<64, dim3(32, 4)>>>(ColumnOrder{300}, inputOf<float>(b), outputOf<float>(b)); // order+0=300
  const float *in = inputOf<float>(b);
  float *out = outputOf<float>(b);
  int pitch = 9;
  auto body = [=] __device__(int i) {
    float v = in[pitch * i]; // @body.in
    out[i] = v;              // @body.out
  };
  forEach<<<40, 256>>>(10000, body); // body+8=9
  localLambda<<<32, 128>>>(inputOf<float>(b), outputOf<float>(b), 36);
  callsOnce<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  callsTwice<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readGlobal<<<64, 256>>>(outputOf<float>(b));
  inlinedTwice<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 8);
}
