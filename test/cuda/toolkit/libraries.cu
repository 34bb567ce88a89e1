// What comes with a CUDA toolkit: cub, cooperative groups, half, bf16 and fp8 types are compiled and counted.
// REQUIRES: toolkit
// RUN: %sectorscope audit %s --format=check | %FileCheck %s

#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void sum(const float *in, float *out, int n) {
  using Reduce = cub::BlockReduce<float, 256>;
  __shared__ typename Reduce::TempStorage storage;
  int i = blockIdx.x * 256 + threadIdx.x;
  // CHECK: libraries.cu:[[@LINE+1]] load 4B sectors=4/4/4 ideal=4 lanes=32 exact
  float own = i < n ? in[i] : 0;
  // One lane of each warp hands its part over, one thread adds up.
  // CHECK: libraries.cu:[[@LINE+2]] store shared 4B wavefronts=1/1/1 ideal=1 lanes=1 exact
  // CHECK: libraries.cu:[[@LINE+1]] load shared 4B wavefronts=1/1/1 ideal=1 lanes=1 exact
  float total = Reduce(storage).Sum(own);
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

__global__ void tiles(const float *in, float *out) {
  namespace cg = cooperative_groups;
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  __shared__ float staged[512];
  // CHECK: libraries.cu:[[@LINE+1]] store shared 4B wavefronts=2/2/2 ideal=1 lanes=32 exact
  staged[2 * block.thread_rank()] = in[block.group_index().x * 256 + block.thread_rank()];
  block.sync();
  // CHECK: libraries.cu:[[@LINE+1]] load shared 4B wavefronts=1/1/1 ideal=1 lanes=32 exact
  float value = staged[tile.meta_group_rank() * 16 + (tile.thread_rank() ^ 5)];
  value += tile.shfl_down(value, 4);
  if (tile.thread_rank() == 0)
    // Two tiles of 16 in each warp.
    // CHECK: libraries.cu:[[@LINE+1]] store 4B sectors=1/1/1 ideal=1 lanes=2 exact
    out[blockIdx.x * 16 + tile.meta_group_rank()] = value;
}

__global__ void narrow(const __nv_fp8_e4m3 *a, const __half2 *b, const __nv_bfloat16 *c, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: libraries.cu:[[@LINE+3]] load 1B sectors=1/1/1 ideal=1 lanes=32 exact
  // CHECK-DAG: libraries.cu:[[@LINE+2]] load 4B sectors=4/4/4 ideal=4 lanes=32 exact
  // CHECK-DAG: libraries.cu:[[@LINE+1]] load 2B sectors=4/4/4 ideal=2 lanes=32 exact
  out[i] = float(a[i]) + __low2float(b[i]) + __bfloat162float(c[2 * i]);
}
