// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores with a cache hint, in the form that nvcc gives them: inline PTX assembly. Clang's headers have some
// of them from version 22 on and none before.

#ifndef SECTORSCOPE_CACHE_HINTS_H
#define SECTORSCOPE_CACHE_HINTS_H

// PTX has no 8-bit registers: bytes travel in 32-bit ones. `Part` is the type of that register.
#define SECTORSCOPE_LOAD_1(Name, Op, Type, Suffix, Part, Constraint, Clobber)                                          \
  static __device__ inline __attribute__((always_inline)) Type Name(const Type *pointer) {                             \
    Part a;                                                                                                            \
    asm("ld.global." Op "." Suffix " %0, [%1];" : "=" Constraint(a) : "l"(pointer)Clobber);                            \
    return (Type)a;                                                                                                    \
  }
#define SECTORSCOPE_LOAD_2(Name, Op, Type, Suffix, Part, Constraint, Clobber)                                          \
  static __device__ inline __attribute__((always_inline)) Type Name(const Type *pointer) {                             \
    Part a, b;                                                                                                         \
    asm("ld.global." Op ".v2." Suffix " {%0, %1}, [%2];"                                                               \
        : "=" Constraint(a), "=" Constraint(b)                                                                         \
        : "l"(pointer)Clobber);                                                                                        \
    Type result;                                                                                                       \
    result.x = (decltype(result.x))a;                                                                                  \
    result.y = (decltype(result.y))b;                                                                                  \
    return result;                                                                                                     \
  }
#define SECTORSCOPE_LOAD_4(Name, Op, Type, Suffix, Part, Constraint, Clobber)                                          \
  static __device__ inline __attribute__((always_inline)) Type Name(const Type *pointer) {                             \
    Part a, b, c, d;                                                                                                   \
    asm("ld.global." Op ".v4." Suffix " {%0, %1, %2, %3}, [%4];"                                                       \
        : "=" Constraint(a), "=" Constraint(b), "=" Constraint(c), "=" Constraint(d)                                   \
        : "l"(pointer)Clobber);                                                                                        \
    Type result;                                                                                                       \
    result.x = (decltype(result.x))a;                                                                                  \
    result.y = (decltype(result.y))b;                                                                                  \
    result.z = (decltype(result.z))c;                                                                                  \
    result.w = (decltype(result.w))d;                                                                                  \
    return result;                                                                                                     \
  }
#define SECTORSCOPE_STORE_1(Name, Op, Type, Suffix, Part, Constraint)                                                  \
  static __device__ inline __attribute__((always_inline)) void Name(Type *pointer, Type value) {                       \
    asm("st.global." Op "." Suffix " [%0], %1;" ::"l"(pointer), Constraint((Part)value) : "memory");                   \
  }
#define SECTORSCOPE_STORE_2(Name, Op, Type, Suffix, Part, Constraint)                                                  \
  static __device__ inline __attribute__((always_inline)) void Name(Type *pointer, Type value) {                       \
    asm("st.global." Op ".v2." Suffix " [%0], {%1, %2};" ::"l"(pointer), Constraint((Part)value.x),                    \
        Constraint((Part)value.y)                                                                                      \
        : "memory");                                                                                                   \
  }
#define SECTORSCOPE_STORE_4(Name, Op, Type, Suffix, Part, Constraint)                                                  \
  static __device__ inline __attribute__((always_inline)) void Name(Type *pointer, Type value) {                       \
    asm("st.global." Op ".v4." Suffix " [%0], {%1, %2, %3, %4};" ::"l"(pointer), Constraint((Part)value.x),            \
        Constraint((Part)value.y), Constraint((Part)value.z), Constraint((Part)value.w)                                \
        : "memory");                                                                                                   \
  }

#define SECTORSCOPE_LOADS(Name, Op, Clobber)                                                                           \
  SECTORSCOPE_LOAD_1(Name, Op, char, "s8", unsigned, "r", Clobber)                                                     \
  SECTORSCOPE_LOAD_1(Name, Op, signed char, "s8", unsigned, "r", Clobber)                                              \
  SECTORSCOPE_LOAD_1(Name, Op, unsigned char, "u8", unsigned, "r", Clobber)                                            \
  SECTORSCOPE_LOAD_1(Name, Op, short, "s16", short, "h", Clobber)                                                      \
  SECTORSCOPE_LOAD_1(Name, Op, unsigned short, "u16", unsigned short, "h", Clobber)                                    \
  SECTORSCOPE_LOAD_1(Name, Op, int, "s32", int, "r", Clobber)                                                          \
  SECTORSCOPE_LOAD_1(Name, Op, unsigned int, "u32", unsigned, "r", Clobber)                                            \
  SECTORSCOPE_LOAD_1(Name, Op, long, "s64", long, "l", Clobber)                                                        \
  SECTORSCOPE_LOAD_1(Name, Op, unsigned long, "u64", unsigned long, "l", Clobber)                                      \
  SECTORSCOPE_LOAD_1(Name, Op, long long, "s64", long long, "l", Clobber)                                              \
  SECTORSCOPE_LOAD_1(Name, Op, unsigned long long, "u64", unsigned long long, "l", Clobber)                            \
  SECTORSCOPE_LOAD_1(Name, Op, float, "f32", float, "f", Clobber)                                                      \
  SECTORSCOPE_LOAD_1(Name, Op, double, "f64", double, "d", Clobber)                                                    \
  SECTORSCOPE_LOAD_2(Name, Op, char2, "s8", unsigned, "r", Clobber)                                                    \
  SECTORSCOPE_LOAD_2(Name, Op, uchar2, "u8", unsigned, "r", Clobber)                                                   \
  SECTORSCOPE_LOAD_2(Name, Op, short2, "s16", short, "h", Clobber)                                                     \
  SECTORSCOPE_LOAD_2(Name, Op, ushort2, "u16", unsigned short, "h", Clobber)                                           \
  SECTORSCOPE_LOAD_2(Name, Op, int2, "s32", int, "r", Clobber)                                                         \
  SECTORSCOPE_LOAD_2(Name, Op, uint2, "u32", unsigned, "r", Clobber)                                                   \
  SECTORSCOPE_LOAD_2(Name, Op, longlong2, "s64", long long, "l", Clobber)                                              \
  SECTORSCOPE_LOAD_2(Name, Op, ulonglong2, "u64", unsigned long long, "l", Clobber)                                    \
  SECTORSCOPE_LOAD_2(Name, Op, float2, "f32", float, "f", Clobber)                                                     \
  SECTORSCOPE_LOAD_2(Name, Op, double2, "f64", double, "d", Clobber)                                                   \
  SECTORSCOPE_LOAD_4(Name, Op, char4, "s8", unsigned, "r", Clobber)                                                    \
  SECTORSCOPE_LOAD_4(Name, Op, uchar4, "u8", unsigned, "r", Clobber)                                                   \
  SECTORSCOPE_LOAD_4(Name, Op, short4, "s16", short, "h", Clobber)                                                     \
  SECTORSCOPE_LOAD_4(Name, Op, ushort4, "u16", unsigned short, "h", Clobber)                                           \
  SECTORSCOPE_LOAD_4(Name, Op, int4, "s32", int, "r", Clobber)                                                         \
  SECTORSCOPE_LOAD_4(Name, Op, uint4, "u32", unsigned, "r", Clobber)                                                   \
  SECTORSCOPE_LOAD_4(Name, Op, float4, "f32", float, "f", Clobber)
#define SECTORSCOPE_STORES(Name, Op)                                                                                   \
  SECTORSCOPE_STORE_1(Name, Op, char, "s8", int, "r")                                                                  \
  SECTORSCOPE_STORE_1(Name, Op, signed char, "s8", int, "r")                                                           \
  SECTORSCOPE_STORE_1(Name, Op, unsigned char, "u8", int, "r")                                                         \
  SECTORSCOPE_STORE_1(Name, Op, short, "s16", short, "h")                                                              \
  SECTORSCOPE_STORE_1(Name, Op, unsigned short, "u16", unsigned short, "h")                                            \
  SECTORSCOPE_STORE_1(Name, Op, int, "s32", int, "r")                                                                  \
  SECTORSCOPE_STORE_1(Name, Op, unsigned int, "u32", unsigned, "r")                                                    \
  SECTORSCOPE_STORE_1(Name, Op, long, "s64", long, "l")                                                                \
  SECTORSCOPE_STORE_1(Name, Op, unsigned long, "u64", unsigned long, "l")                                              \
  SECTORSCOPE_STORE_1(Name, Op, long long, "s64", long long, "l")                                                      \
  SECTORSCOPE_STORE_1(Name, Op, unsigned long long, "u64", unsigned long long, "l")                                    \
  SECTORSCOPE_STORE_1(Name, Op, float, "f32", float, "f")                                                              \
  SECTORSCOPE_STORE_1(Name, Op, double, "f64", double, "d")                                                            \
  SECTORSCOPE_STORE_2(Name, Op, char2, "s8", int, "r")                                                                 \
  SECTORSCOPE_STORE_2(Name, Op, uchar2, "u8", int, "r")                                                                \
  SECTORSCOPE_STORE_2(Name, Op, short2, "s16", short, "h")                                                             \
  SECTORSCOPE_STORE_2(Name, Op, ushort2, "u16", unsigned short, "h")                                                   \
  SECTORSCOPE_STORE_2(Name, Op, int2, "s32", int, "r")                                                                 \
  SECTORSCOPE_STORE_2(Name, Op, uint2, "u32", unsigned, "r")                                                           \
  SECTORSCOPE_STORE_2(Name, Op, longlong2, "s64", long long, "l")                                                      \
  SECTORSCOPE_STORE_2(Name, Op, ulonglong2, "u64", unsigned long long, "l")                                            \
  SECTORSCOPE_STORE_2(Name, Op, float2, "f32", float, "f")                                                             \
  SECTORSCOPE_STORE_2(Name, Op, double2, "f64", double, "d")                                                           \
  SECTORSCOPE_STORE_4(Name, Op, char4, "s8", int, "r")                                                                 \
  SECTORSCOPE_STORE_4(Name, Op, uchar4, "u8", int, "r")                                                                \
  SECTORSCOPE_STORE_4(Name, Op, short4, "s16", short, "h")                                                             \
  SECTORSCOPE_STORE_4(Name, Op, ushort4, "u16", unsigned short, "h")                                                   \
  SECTORSCOPE_STORE_4(Name, Op, int4, "s32", int, "r")                                                                 \
  SECTORSCOPE_STORE_4(Name, Op, uint4, "u32", unsigned, "r")                                                           \
  SECTORSCOPE_STORE_4(Name, Op, float4, "f32", float, "f")

SECTORSCOPE_LOADS(__ldca, "ca", )
SECTORSCOPE_LOADS(__ldlu, "lu", : "memory")
SECTORSCOPE_STORES(__stwb, "wb")
SECTORSCOPE_STORES(__stcg, "cg")
SECTORSCOPE_STORES(__stcs, "cs")
#if __clang_major__ < 22
SECTORSCOPE_LOADS(__ldcg, "cg", )
SECTORSCOPE_LOADS(__ldcs, "cs", )
SECTORSCOPE_LOADS(__ldcv, "cv", : "memory")
SECTORSCOPE_STORES(__stwt, "wt")
#endif

#undef SECTORSCOPE_LOAD_1
#undef SECTORSCOPE_LOAD_2
#undef SECTORSCOPE_LOAD_4
#undef SECTORSCOPE_LOADS
#undef SECTORSCOPE_STORE_1
#undef SECTORSCOPE_STORE_2
#undef SECTORSCOPE_STORE_4
#undef SECTORSCOPE_STORES

#endif
