// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions under their public names, for the three scopes: device, block (_block), system (_system).

#ifndef SECTORSCOPE_ATOMICS_H
#define SECTORSCOPE_ATOMICS_H

#pragma GCC system_header // code for one half only is not the user's

#pragma push_macro("SECTORSCOPE_ATOMIC")
#define SECTORSCOPE_ATOMIC(Scope, Builtin)                                                                             \
  static __device__ __forceinline__ int atomicAdd##Scope(int *p, int v) {                                              \
    return __nvvm_atom_##Builtin##add_gen_i(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicAdd##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##add_gen_i((int *)p, (int)v);                                                         \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicAdd##Scope(unsigned long long *p, unsigned long long v) { \
    return __nvvm_atom_##Builtin##add_gen_ll((long long *)p, (long long)v);                                            \
  }                                                                                                                    \
  static __device__ __forceinline__ float atomicAdd##Scope(float *p, float v) {                                        \
    return __nvvm_atom_##Builtin##add_gen_f(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ double atomicAdd##Scope(double *p, double v) {                                     \
    return __nvvm_atom_##Builtin##add_gen_d(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicSub##Scope(int *p, int v) {                                              \
    return __nvvm_atom_##Builtin##add_gen_i(p, -v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicSub##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##add_gen_i((int *)p, -(int)v);                                                        \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicExch##Scope(int *p, int v) {                                             \
    return __nvvm_atom_##Builtin##xchg_gen_i(p, v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicExch##Scope(unsigned *p, unsigned v) {                              \
    return __nvvm_atom_##Builtin##xchg_gen_i((int *)p, (int)v);                                                        \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicExch##Scope(unsigned long long *p,                        \
                                                                         unsigned long long v) {                       \
    return __nvvm_atom_##Builtin##xchg_gen_ll((long long *)p, (long long)v);                                           \
  }                                                                                                                    \
  static __device__ __forceinline__ float atomicExch##Scope(float *p, float v) {                                       \
    return __builtin_bit_cast(float, __nvvm_atom_##Builtin##xchg_gen_i((int *)p, __builtin_bit_cast(int, v)));         \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicMin##Scope(int *p, int v) {                                              \
    return __nvvm_atom_##Builtin##min_gen_i(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicMin##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##min_gen_ui(p, v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ long long atomicMin##Scope(long long *p, long long v) {                            \
    return __nvvm_atom_##Builtin##min_gen_ll(p, v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicMin##Scope(unsigned long long *p, unsigned long long v) { \
    return __nvvm_atom_##Builtin##min_gen_ull(p, v);                                                                   \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicMax##Scope(int *p, int v) {                                              \
    return __nvvm_atom_##Builtin##max_gen_i(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicMax##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##max_gen_ui(p, v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ long long atomicMax##Scope(long long *p, long long v) {                            \
    return __nvvm_atom_##Builtin##max_gen_ll(p, v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicMax##Scope(unsigned long long *p, unsigned long long v) { \
    return __nvvm_atom_##Builtin##max_gen_ull(p, v);                                                                   \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicAnd##Scope(int *p, int v) {                                              \
    return __nvvm_atom_##Builtin##and_gen_i(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicAnd##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##and_gen_i((int *)p, (int)v);                                                         \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicAnd##Scope(unsigned long long *p, unsigned long long v) { \
    return __nvvm_atom_##Builtin##and_gen_ll((long long *)p, (long long)v);                                            \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicOr##Scope(int *p, int v) {                                               \
    return __nvvm_atom_##Builtin##or_gen_i(p, v);                                                                      \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicOr##Scope(unsigned *p, unsigned v) {                                \
    return __nvvm_atom_##Builtin##or_gen_i((int *)p, (int)v);                                                          \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicOr##Scope(unsigned long long *p, unsigned long long v) {  \
    return __nvvm_atom_##Builtin##or_gen_ll((long long *)p, (long long)v);                                             \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicXor##Scope(int *p, int v) {                                              \
    return __nvvm_atom_##Builtin##xor_gen_i(p, v);                                                                     \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicXor##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##xor_gen_i((int *)p, (int)v);                                                         \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicXor##Scope(unsigned long long *p, unsigned long long v) { \
    return __nvvm_atom_##Builtin##xor_gen_ll((long long *)p, (long long)v);                                            \
  }                                                                                                                    \
  static __device__ __forceinline__ int atomicCAS##Scope(int *p, int expected, int v) {                                \
    return __nvvm_atom_##Builtin##cas_gen_i(p, expected, v);                                                           \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicCAS##Scope(unsigned *p, unsigned expected, unsigned v) {            \
    return __nvvm_atom_##Builtin##cas_gen_i((int *)p, (int)expected, (int)v);                                          \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned long long atomicCAS##Scope(                                               \
      unsigned long long *p, unsigned long long expected, unsigned long long v) {                                      \
    return __nvvm_atom_##Builtin##cas_gen_ll((long long *)p, (long long)expected, (long long)v);                       \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicInc##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##inc_gen_ui(p, v);                                                                    \
  }                                                                                                                    \
  static __device__ __forceinline__ unsigned atomicDec##Scope(unsigned *p, unsigned v) {                               \
    return __nvvm_atom_##Builtin##dec_gen_ui(p, v);                                                                    \
  }

SECTORSCOPE_ATOMIC(, )
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
SECTORSCOPE_ATOMIC(_block, cta_)
SECTORSCOPE_ATOMIC(_system, sys_)
#endif

#pragma pop_macro("SECTORSCOPE_ATOMIC")

#endif
