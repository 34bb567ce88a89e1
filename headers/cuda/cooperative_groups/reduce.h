// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over a tile of a warp.

#ifndef SECTORSCOPE_COOPERATIVE_GROUPS_REDUCE_H
#define SECTORSCOPE_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class T = void> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T = void> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T = void> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T = void> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

/// The combination of the `value`s of all lanes of the tile, in every lane.
template <unsigned Size, class Parent, class T, class Operation>
__device__ inline T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
  for (unsigned with = Size / 2; with > 0; with /= 2)
    value = operation(value, tile.shfl_xor(value, with));
  return value;
}

} // namespace cooperative_groups

#endif
