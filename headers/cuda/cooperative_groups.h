// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: the block, tiles of a warp, the lanes that are here, the grid.

#ifndef SECTORSCOPE_COOPERATIVE_GROUPS_H
#define SECTORSCOPE_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

/// All threads of the block.
class thread_block {
public:
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return group_dim(); }
};

/// All threads of the launch. The barrier needs a cooperative launch; here it is a call that is not looked into.
class grid_group {
public:
  __device__ void sync() const { sectorscopeGridBarrier(); }
  __device__ static bool is_valid() { return true; }
  __device__ static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  __device__ static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }

private:
  __device__ static void sectorscopeGridBarrier();
};

/// `Size` neighbouring lanes of a warp.
template <unsigned Size, class Parent = void> class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile is a power of two, at most a warp");

public:
  __device__ static unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  __device__ static unsigned meta_group_size() { return (thread_block::num_threads() + Size - 1) / Size; }
  __device__ static void sync() { __syncwarp(mask()); }
  template <class T> __device__ static T shfl(T value, int lane) { return __shfl_sync(mask(), value, lane, Size); }
  template <class T> __device__ static T shfl_up(T value, unsigned by) {
    return __shfl_up_sync(mask(), value, by, Size);
  }
  template <class T> __device__ static T shfl_down(T value, unsigned by) {
    return __shfl_down_sync(mask(), value, by, Size);
  }
  template <class T> __device__ static T shfl_xor(T value, unsigned with) {
    return __shfl_xor_sync(mask(), value, with, Size);
  }
  __device__ static int any(int predicate) { return __any_sync(mask(), predicate); }
  __device__ static int all(int predicate) { return __all_sync(mask(), predicate); }
  __device__ static unsigned ballot(int predicate) { return (__ballot_sync(mask(), predicate) >> firstLane()) & low(); }
  template <class T> __device__ static unsigned match_any(T value) {
    return (__match_any_sync(mask(), value) >> firstLane()) & low();
  }

private:
  __device__ static constexpr unsigned low() { return Size == 32 ? ~0u : (1u << Size % 32) - 1; }
  __device__ static unsigned firstLane() { return (thread_block::thread_rank() & 31) & ~(Size - 1); }
  __device__ static unsigned mask() { return low() << firstLane(); }
};

/// The lanes that run together at this point.
class coalesced_group {
public:
  __device__ explicit coalesced_group(unsigned lanes) : lanes(lanes) {}
  __device__ unsigned thread_rank() const { return __popc(lanes & ((1u << (thread_block::thread_rank() & 31)) - 1)); }
  __device__ unsigned num_threads() const { return __popc(lanes); }
  __device__ unsigned size() const { return num_threads(); }
  __device__ void sync() const { __syncwarp(lanes); }
  __device__ int any(int predicate) const { return __any_sync(lanes, predicate); }
  __device__ int all(int predicate) const { return __all_sync(lanes, predicate); }
  template <class T> __device__ T shfl(T value, int rank) const {
    return __shfl_sync(lanes, value, __fns(lanes, 0, rank + 1));
  }

private:
  unsigned lanes;
};

static __device__ inline thread_block this_thread_block() { return thread_block(); }
static __device__ inline grid_group this_grid() { return grid_group(); }
static __device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
template <unsigned Size, class Parent>
static __device__ inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
template <class Group> static __device__ inline void sync(const Group &group) { group.sync(); }

} // namespace cooperative_groups

#endif
