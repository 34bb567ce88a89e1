// Values of other lanes. The numbers are those of a brute force over the lanes.
//
// RUN: %sectorscope audit %s --toolkit=own --format=json > %t
// RUN: %python %S/Inputs/accesses.py %t | %FileCheck %s
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void broadcast(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[__shfl_sync(~0u, i, 5)];
}
// CHECK: broadcast [[#@LINE-2]] exact None 1..1 mean 1 None

// Rows of 64 words, one per lane, read by the whole warp one after another.
__global__ void rowByRow(float *out, const float *in, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    sum +=
        in[__shfl_sync(~0u, row, k) * 64 + lane];
  out[row] = sum;
}
// CHECK: rowByRow [[#@LINE-3]] exact None 4..4 mean 4 None

// The lane that is asked for may be any: the next one, and around.
__global__ void rotated(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[8 * __shfl_sync(~0u, i, threadIdx.x + 1)];
}
// CHECK: rotated [[#@LINE-2]] exact None 32..32 mean 32 None

__global__ void butterfly(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[__shfl_xor_sync(~0u, i, 31)];
}
// CHECK: butterfly [[#@LINE-2]] exact None 4..4 mean 4 None

// Lanes 0 to 3 keep what they have, 0 to 3: 28 values.
__global__ void upwards(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[16 * __shfl_up_sync(~0u, i, 4)];
}
// CHECK: upwards [[#@LINE-2]] exact None 28..28 mean 28 None

// Words 4 to 124: sectors 0 to 15.
__global__ void downwards(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[__shfl_down_sync(~0u, 4 * i, 1)];
}
// CHECK: downwards [[#@LINE-2]] exact None 16..16 mean 16 None

// The first lane of each of four segments.
__global__ void segments(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[__shfl_sync(~0u, i, 0, 8) * 8];
}
// CHECK: segments [[#@LINE-2]] exact None 4..4 mean 4 None

// Of eight lanes 3 to 7, and the last three keep what they have: 5 values per tile.
__global__ void tiles(float *out, const float *in) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[8 * tile.shfl_down(i, 3)];
}
// CHECK: tiles [[#@LINE-2]] exact None 20..20 mean 20 None

__global__ void assembly(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other, near;
  asm("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(other) : "r"(i));
  out[i] =
      in[other];
  asm("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 16, 31, -1; @!p add.s32 %0, %1, 64; }" : "=r"(near) : "r"(i));
  out[i] +=
      in[near];
}
// Lanes 16 to 31, and for these what is 64 words on.
// CHECK: assembly [[#@LINE-6]] exact None 4..4 mean 4 None
// CHECK: assembly [[#@LINE-4]] exact None 4..4 mean 4 None

// Which lane it is, nobody knows, but it is one for all.
__global__ void leader(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[__shfl_sync(~0u, i, n)];
}
// CHECK: leader [[#@LINE-2]] exact None 1..1 mean 1 None

__global__ void partner(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[__shfl_xor_sync(~0u, i, n)];
}
// CHECK: partner [[#@LINE-2]] bounded argument 1..32 mean 4 n unknown

// Data stays data in another lane; broadcast, it is one word.
__global__ void data(float *out, const int *keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key =
      keys[i];
  out[__shfl_xor_sync(~0u, key, 1)] = 0;
  out[__shfl_sync(~0u, key, 0)] = 0;
}
// CHECK: data [[#@LINE-4]] exact None 4..4 mean 4 None
// CHECK: data [[#@LINE-4]] bounded data 1..32 mean none data-dependent: value loaded from memory at {{.*}}
// CHECK: data [[#@LINE-4]] exact None 1..1 mean 1 None

// Lanes leave the loop in different iterations: what they took from another then is not what that one has at its own
// end.
__global__ void leftByLanes(float *out, int w) {
  int lane = threadIdx.x % 32, taken = 0;
  for (int k = 0; k < lane + 1; ++k)
    taken = __shfl_sync(~0u, k * lane, 31);
  out[taken] = 0;
}
// CHECK: leftByLanes [[#@LINE-2]] bounded data 1..32 mean none data-dependent: value from another lane (shuffle) in a loop that lanes leave apart

// Two tiles of a warp vote apart.
__global__ void votes(float *out, const int *keys) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[64 * __popc(__ballot_sync(~0u, keys[i] & 1))] = 0;
  out[64 * tile.any(keys[i] & 2)] = 0;
}
// CHECK: votes [[#@LINE-3]] exact None 1..1 mean 1 None
// CHECK: votes [[#@LINE-3]] bounded data 1..32 mean none data-dependent: result of a vote
