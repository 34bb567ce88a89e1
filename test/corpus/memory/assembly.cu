// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written in PTX: cache operators, asynchronous copies, matrices, predicates.

#include "memory.h"

namespace {

__device__ unsigned sharedAddress(const void *pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__global__ void hints(float *out, const float *in, float4 *v) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float a, b, c, d;
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(a) : "l"(in + 2 * t));               // @hints.cg
  asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1+4];" : "=f"(b) : "l"(in + t)); // @hints.nc
  asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(c) : "l"(in + t / 2));         // @hints.volatile
  asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(d) : "l"(in + 5 * t));      // @hints.relaxed
  float4 w;
  asm volatile("ld.global.lu.v4.f32 {%0, %1, %2, %3}, [%4];" // @hints.vector
               : "=f"(w.x), "=f"(w.y), "=f"(w.z), "=f"(w.w)
               : "l"(v + t));
  asm volatile("st.global.cs.v2.f32 [%0], {%1, %2};" ::"l"(out + 2 * t), "f"(a + w.x), "f"(b + w.w)
               : "memory");                                                                              // @hints.cs
  asm volatile("st.global.wt.f32 [%0+8], %1;" ::"l"(out + 8192 + t), "f"(c + d + w.y + w.z) : "memory"); // @hints.wt
}

__global__ void predicated(float *out, const float *in, int n) {
  int t = threadIdx.x;
  float x;
  asm volatile("{\n"
               " .reg .pred p;\n"
               " setp.lt.s32 p, %2, %3;\n"
               " mov.f32 %0, 0f00000000;\n"
               " @p ld.global.f32 %0, [%1];\n" // @predicated.load
               "}"
               : "=f"(x)
               : "l"(in + 3 * t), "r"(t), "r"(n));
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %2, 0; @!q red.global.add.f32 [%0], %1; }" ::"l"(out + t),
               "f"(x), // @predicated.red
               "r"(t & 1)
               : "memory");
}

// Tiles of 16 bytes that go past the registers.
template <int Pitch> __global__ void asynchronous(float *out, const float *in, int rows) {
  __shared__ __align__(16) float tile[32 * Pitch];
  int t = threadIdx.x, row = t / 8, column = t % 8;
  asm volatile(
      "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(tile + row * Pitch + column * 4)), // @async.whole
      "l"(in + row * 64 + column * 4)
      : "memory");
  int bytes = row < rows ? 4 : 0;
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(sharedAddress(tile + column * Pitch + row)), // @async.some
      "l"(in + 8192 + column * 32 + row), "r"(bytes)
      : "memory");
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[t] = tile[t % 32 * Pitch + t / 32]; // @async.get
}

// Rows of eight halves, as tensor cores take them.
template <int Pitch> __global__ void matrices(unsigned *out, const unsigned *in) {
  __shared__ __align__(16) unsigned short tile[32 * Pitch];
  int t = threadIdx.x;
  for (int j = t; j < 16 * Pitch; j += 32)
    reinterpret_cast<unsigned *>(tile)[j] = in[j]; // @matrices.put
  __syncwarp();
  unsigned a, b, c, d, e;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" // @matrices.four
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(sharedAddress(tile + (t % 16) * Pitch + t / 16 * 8)));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" // @matrices.one
               : "=r"(e)
               : "r"(sharedAddress(tile + (t % 8) * Pitch)));
  out[t] = a ^ b ^ c ^ d ^ e;
  __syncwarp();
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(tile + t * 16)), "r"(a), "r"(b),
               "r"(c), // @matrices.wide
               "r"(d)
               : "memory");
  __syncwarp();
  out[t + 32] = tile[t * 3 % 32]; // @matrices.get
}

__device__ float ofLane(float x, int lane) { return __shfl_sync(0xffffffffu, x, lane); }

// Indices that lanes hand to each other.
__global__ void shuffled(float *out, const float *in, const int *index) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int first = __shfl_sync(0xffffffffu, index[t], 0);
  int turned = __shfl_xor_sync(0xffffffffu, t * 2, 3);
  int above = __shfl_down_sync(0xffffffffu, t, 4);
  out[t] = in[first + (t & 31)]; // @shuffled.first
  out[t + 4096] = in[turned];    // @shuffled.turned
  out[t + 8192] = in[above];     // @shuffled.above
  if (__any_sync(0xffffffffu, t == 40))
    out[t + 12288] = ofLane(in[t], t / 8 % 4); // @shuffled.any
}

} // namespace

void launchAssembly(const Buffers &b) {
  hints<<<8, 128>>>(b.f, b.g, b.v);
  predicated<<<1, 96>>>(b.f, b.g, 70);
  asynchronous<32><<<1, 256>>>(b.f, b.g, 20);
  asynchronous<36><<<1, 256>>>(b.f, b.g, 20);
  matrices<16><<<1, 32>>>(reinterpret_cast<unsigned *>(b.i), reinterpret_cast<unsigned *>(b.j));
  matrices<24><<<1, 32>>>(reinterpret_cast<unsigned *>(b.i), reinterpret_cast<unsigned *>(b.j));
  shuffled<<<4, 128>>>(b.f, b.g, b.index);
}
