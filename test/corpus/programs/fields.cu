// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "programs.h"

namespace {

// A view with its own pitch, as most libraries have one.
struct View {
  float *data;
  int rows, cols, pitch;
  __host__ __device__ float &at(int r, int c) const {
    return data[r * pitch + c]; // @view
  }
};
__global__ void byRow(View to, View from) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c < to.cols)
    to.at(r, c) = from.at(r, c);
}
__global__ void byColumn(View to, View from) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
  if (r < to.rows)
    to.at(r, c) = from.at(r, c);
}

// Strides in an array inside the struct, the order of axes decided by the host.
struct Tensor {
  float *data;
  long long strides[3];
  int sizes[3];
};
__global__ void addTensor(Tensor a, Tensor b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.sizes[0] * a.sizes[1] * a.sizes[2])
    return;
  int z = i % a.sizes[2], y = i / a.sizes[2] % a.sizes[1], x = i / a.sizes[2] / a.sizes[1];
  a.data[x * a.strides[0] + y * a.strides[1] + z * a.strides[2]] +=   // @tensor.a
      b.data[x * b.strides[0] + y * b.strides[1] + z * b.strides[2]]; // @tensor.b
}
Tensor contiguous(float *data, int x, int y, int z) { return {data, {static_cast<long long>(y) * z, z, 1}, {x, y, z}}; }
Tensor swapped(Tensor t) { // the last two axes
  const long long stride = t.strides[1];
  t.strides[1] = t.strides[2];
  t.strides[2] = stride;
  const int size = t.sizes[1];
  t.sizes[1] = t.sizes[2];
  t.sizes[2] = size;
  return t;
}

// Functors and lambdas with captures.
template <typename Body> __global__ void forEach(int n, Body body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    body(i);
}
struct Axpy {
  float a;
  const float *x;
  float *y;
  int step;
  __device__ void operator()(int i) const {
    y[i * step] += a *          // @axpy.y
                   x[i * step]; // @axpy.x
  }
};

// Particles as structs, and as one struct of arrays.
struct Particle {
  float x, y, z, mass;
  int cell;
};
__global__ void moveStructs(Particle *p, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i].x += dt *       // @aos.x
              p[i].mass; // @aos.mass
}
struct Particles {
  float *x[3];
  float *mass;
  int count;
};
__global__ void moveArrays(Particles p, float dt, int axis) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.count)
    p.x[1][i] += dt *       // @soa.x
                 p.mass[i]; // @soa.mass
}

// A struct within a struct.
struct Domain {
  struct Box {
    int lo, hi;
  } inner;
  int pitch;
  float *field;
};
__global__ void interior(Domain d) {
  int x = d.inner.lo + blockIdx.x * blockDim.x + threadIdx.x;
  if (x < d.inner.hi)
    d.field[blockIdx.y * d.pitch + x] = 1; // @interior
}

} // namespace

void runFields(const Memory &m) {
  const View to{m.out, 60, 130, 136}, from{m.in, 60, 130, 130};
  byRow<<<dim3((to.cols + 63) / 64, to.rows), 64>>>(to, from);
  byColumn<<<dim3((to.rows + 31) / 32, 20), 32>>>(to, from);

  const Tensor a = contiguous(m.out, 3, 10, 24), b = contiguous(m.in, 3, 24, 10);
  addTensor<<<(3 * 10 * 24 + 127) / 128, 128>>>(a, swapped(b));

  forEach<<<4, 128>>>(1500, Axpy{2, m.in, m.out, 3});
  float *out = m.out;
  const int shift = 5;
  forEach<<<2, 64>>>(333, [=] __device__(int i) {
    out[i + shift] = 1; // @lambda
  });

  moveStructs<<<3, 128>>>(reinterpret_cast<Particle *>(m.out), 300, 0.5f);
  Particles p{};
  for (int axis = 0; axis < 3; ++axis)
    p.x[axis] = m.out + axis * 4096;
  p.mass = m.in;
  p.count = 250;
  moveArrays<<<2, 128>>>(p, 0.5f, 1);

  Domain d{{3, 99}, 104, m.out};
  d.inner.hi -= 2;
  interior<<<dim3(3, 5), 32>>>(d);
}
