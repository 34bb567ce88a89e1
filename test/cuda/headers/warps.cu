// Barriers, votes, shuffles of every type, groups.
//
// RUN: %compile --own %s | %FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// CHECK-LABEL: define {{.*}}@_Z8shufflesPfPdPjPxi(
__global__ void shuffles(float *f, double *d, unsigned *u, long long *l, int i) {
  // CHECK: llvm.nvvm.shfl.sync.down.f32
  f[0] = __shfl_down_sync(0xffffffffu, f[1], 1);
  // CHECK: llvm.nvvm.shfl.sync.bfly.i32
  // CHECK: llvm.nvvm.shfl.sync.bfly.i32
  d[0] = __shfl_xor_sync(0xffffffffu, d[1], 2);
  // CHECK: llvm.nvvm.shfl.sync.idx.i32
  u[0] = __shfl_sync(0xffffffffu, u[1], 3);
  // CHECK: llvm.nvvm.shfl.sync.up.i32
  l[0] = __shfl_up_sync(0xffffffffu, l[1], 4);
  // CHECK: llvm.nvvm.vote.ballot.sync
  u[2] = __ballot_sync(0xffffffffu, i);
  // CHECK: llvm.nvvm.vote.any.sync
  u[3] = __any_sync(__activemask(), i);
  // CHECK: llvm.nvvm.match.any.sync.i32
  u[4] = __match_any_sync(0xffffffffu, i);
  // CHECK: llvm.nvvm.bar.warp.sync
  __syncwarp();
  // CHECK: {{llvm.nvvm.barrier}}
  u[5] = __syncthreads_count(i);
  __threadfence();
  __nanosleep(100);
}

// CHECK-LABEL: define {{.*}}@_Z6groupsPf(
__global__ void groups(float *f) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  // CHECK: llvm.nvvm.shfl.sync.bfly
  float sum = cg::reduce(tile, f[block.thread_rank()], cg::plus<float>());
  if (tile.thread_rank() == 0)
    f[tile.meta_group_rank()] = sum;
  // CHECK: llvm.nvvm.barrier
  block.sync();
}
