// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device functions that clang's CUDA headers call by the names of the toolkit's device library. Integer functions
// and those that have an instruction are written out, so that they are transparent to an analysis of addresses; the
// others (sinf, pow, ...) are declared as functions of their arguments alone: their values lead nowhere near an
// address.

#ifndef SECTORSCOPE_LIBDEVICE_H
#define SECTORSCOPE_LIBDEVICE_H

#pragma push_macro("SECTORSCOPE_DEFINE")
#pragma push_macro("SECTORSCOPE_PURE")
#define SECTORSCOPE_DEFINE __device__ inline __attribute__((always_inline))
#define SECTORSCOPE_PURE __device__ __attribute__((const, nothrow))

extern "C" {

// Integers.
SECTORSCOPE_DEFINE int __nv_abs(int a) { return a < 0 ? -a : a; }
SECTORSCOPE_DEFINE long long __nv_llabs(long long a) { return a < 0 ? -a : a; }
SECTORSCOPE_DEFINE int __nv_max(int a, int b) { return a > b ? a : b; }
SECTORSCOPE_DEFINE int __nv_min(int a, int b) { return a < b ? a : b; }
SECTORSCOPE_DEFINE long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
SECTORSCOPE_DEFINE long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
SECTORSCOPE_DEFINE unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
SECTORSCOPE_DEFINE unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
SECTORSCOPE_DEFINE unsigned int __nv_umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
SECTORSCOPE_DEFINE unsigned int __nv_umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
SECTORSCOPE_DEFINE int __nv_brev(int a) { return (int)__builtin_bitreverse32((unsigned)a); }
SECTORSCOPE_DEFINE long long __nv_brevll(long long a) {
  return (long long)__builtin_bitreverse64((unsigned long long)a);
}
// Zero has as many leading zeros as bits; clang's builtin leaves it undefined.
SECTORSCOPE_DEFINE int __nv_clz(int a) { return a == 0 ? 32 : __builtin_clz((unsigned)a); }
SECTORSCOPE_DEFINE int __nv_clzll(long long a) { return a == 0 ? 64 : __builtin_clzll((unsigned long long)a); }
SECTORSCOPE_DEFINE int __nv_ffs(int a) { return __builtin_ffs(a); }
SECTORSCOPE_DEFINE int __nv_ffsll(long long a) { return __builtin_ffsll(a); }
SECTORSCOPE_DEFINE int __nv_popc(unsigned int a) { return __builtin_popcount(a); }
SECTORSCOPE_DEFINE int __nv_popcll(unsigned long long a) { return __builtin_popcountll(a); }
SECTORSCOPE_DEFINE int __nv_byte_perm(int a, int b, int selector) {
  return (int)__nvvm_prmt((unsigned)a, (unsigned)b, (unsigned)selector);
}
SECTORSCOPE_DEFINE int __nv_mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
SECTORSCOPE_DEFINE unsigned int __nv_umulhi(unsigned int a, unsigned int b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
SECTORSCOPE_DEFINE long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
SECTORSCOPE_DEFINE unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
SECTORSCOPE_DEFINE int __nv_mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
SECTORSCOPE_DEFINE unsigned int __nv_umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
SECTORSCOPE_DEFINE int __nv_hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
SECTORSCOPE_DEFINE int __nv_rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
SECTORSCOPE_DEFINE int __nv_uhadd(unsigned int a, unsigned int b) { return (int)(((unsigned long long)a + b) >> 1); }
SECTORSCOPE_DEFINE unsigned int __nv_urhadd(unsigned int a, unsigned int b) {
  return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
SECTORSCOPE_DEFINE int __nv_sad(int a, int b, int c) { return c + (a > b ? a - b : b - a); }
SECTORSCOPE_DEFINE unsigned int __nv_usad(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a > b ? a - b : b - a);
}

// Bits.
SECTORSCOPE_DEFINE int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
SECTORSCOPE_DEFINE unsigned int __nv_float_as_uint(float a) { return __builtin_bit_cast(unsigned, a); }
SECTORSCOPE_DEFINE float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
SECTORSCOPE_DEFINE float __nv_uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
SECTORSCOPE_DEFINE unsigned long long __nv_double_as_longlong(double a) {
  return __builtin_bit_cast(unsigned long long, a);
}
SECTORSCOPE_DEFINE double __nv_longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
SECTORSCOPE_DEFINE int __nv_double2hiint(double a) { return (int)(__builtin_bit_cast(long long, a) >> 32); }
SECTORSCOPE_DEFINE int __nv_double2loint(double a) { return (int)__builtin_bit_cast(long long, a); }
SECTORSCOPE_DEFINE double __nv_hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, ((long long)high << 32) | (unsigned)low);
}
SECTORSCOPE_DEFINE int __nv_isnand(double a) { return __builtin_isnan(a); }
SECTORSCOPE_DEFINE int __nv_isinfd(double a) { return __builtin_isinf(a); }
SECTORSCOPE_DEFINE int __nv_signbitd(double a) { return __builtin_signbit(a) != 0; }
SECTORSCOPE_DEFINE int __nv_isnanf(float a) { return __builtin_isnan(a); }
SECTORSCOPE_DEFINE int __nv_isinff(float a) { return __builtin_isinf(a); }
SECTORSCOPE_DEFINE int __nv_signbitf(float a) { return __builtin_signbit(a) != 0; }
SECTORSCOPE_DEFINE int __nv_isfinited(double a) { return __builtin_isfinite(a); }
SECTORSCOPE_DEFINE int __nv_finitef(float a) { return __builtin_isfinite(a); }

// Floating point that has an instruction.
SECTORSCOPE_DEFINE double __nv_fabs(double a) { return __builtin_fabs(a); }
SECTORSCOPE_DEFINE float __nv_fabsf(float a) { return __builtin_fabsf(a); }
SECTORSCOPE_DEFINE double __nv_sqrt(double a) { return __builtin_sqrt(a); }
SECTORSCOPE_DEFINE float __nv_sqrtf(float a) { return __builtin_sqrtf(a); }
SECTORSCOPE_DEFINE double __nv_floor(double a) { return __builtin_floor(a); }
SECTORSCOPE_DEFINE float __nv_floorf(float a) { return __builtin_floorf(a); }
SECTORSCOPE_DEFINE double __nv_ceil(double a) { return __builtin_ceil(a); }
SECTORSCOPE_DEFINE float __nv_ceilf(float a) { return __builtin_ceilf(a); }
SECTORSCOPE_DEFINE double __nv_trunc(double a) { return __builtin_trunc(a); }
SECTORSCOPE_DEFINE float __nv_truncf(float a) { return __builtin_truncf(a); }
SECTORSCOPE_DEFINE double __nv_rint(double a) { return __builtin_rint(a); }
SECTORSCOPE_DEFINE float __nv_rintf(float a) { return __builtin_rintf(a); }
SECTORSCOPE_DEFINE double __nv_nearbyint(double a) { return __builtin_nearbyint(a); }
SECTORSCOPE_DEFINE float __nv_nearbyintf(float a) { return __builtin_nearbyintf(a); }
SECTORSCOPE_DEFINE double __nv_round(double a) { return __builtin_round(a); }
SECTORSCOPE_DEFINE float __nv_roundf(float a) { return __builtin_roundf(a); }
SECTORSCOPE_DEFINE double __nv_fmax(double a, double b) { return __builtin_fmax(a, b); }
SECTORSCOPE_DEFINE float __nv_fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
SECTORSCOPE_DEFINE double __nv_fmin(double a, double b) { return __builtin_fmin(a, b); }
SECTORSCOPE_DEFINE float __nv_fminf(float a, float b) { return __builtin_fminf(a, b); }
SECTORSCOPE_DEFINE double __nv_copysign(double a, double b) { return __builtin_copysign(a, b); }
SECTORSCOPE_DEFINE float __nv_copysignf(float a, float b) { return __builtin_copysignf(a, b); }
SECTORSCOPE_DEFINE double __nv_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
SECTORSCOPE_DEFINE float __nv_rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
SECTORSCOPE_DEFINE double __nv_rsqrt(double a) { return __nvvm_rsqrt_approx_d(a); }
SECTORSCOPE_DEFINE float __nv_frsqrt_rn(float a) { return __nvvm_rsqrt_approx_f(a); }
SECTORSCOPE_DEFINE float __nv_saturatef(float a) { return __nvvm_saturate_f(a); }
SECTORSCOPE_DEFINE float __nv_fast_fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fast_sinf(float a) { return __nvvm_sin_approx_f(a); }
SECTORSCOPE_DEFINE float __nv_fast_cosf(float a) { return __nvvm_cos_approx_f(a); }
SECTORSCOPE_DEFINE float __nv_fast_tanf(float a) {
  return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a));
}
SECTORSCOPE_DEFINE void __nv_fast_sincosf(float a, float *s, float *c) {
  *s = __nvvm_sin_approx_f(a), *c = __nvvm_cos_approx_f(a);
}
// log2(e), log2(10), ln(2), log10(2): the hardware knows powers and logarithms of 2 only.
SECTORSCOPE_DEFINE float __nv_fast_expf(float a) { return __nvvm_ex2_approx_f(a * 1.44269504f); }
SECTORSCOPE_DEFINE float __nv_fast_exp10f(float a) { return __nvvm_ex2_approx_f(a * 3.32192809f); }
SECTORSCOPE_DEFINE float __nv_fast_log2f(float a) { return __nvvm_lg2_approx_f(a); }
SECTORSCOPE_DEFINE float __nv_fast_logf(float a) { return __nvvm_lg2_approx_f(a) * 0.693147181f; }
SECTORSCOPE_DEFINE float __nv_fast_log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.301029996f; }
SECTORSCOPE_DEFINE float __nv_fast_powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }

// Arithmetic with a stated rounding: nearest, towards zero, up, down.
SECTORSCOPE_DEFINE double __nv_dadd_rn(double a, double b) { return __nvvm_add_rn_d(a, b); }
SECTORSCOPE_DEFINE double __nv_dsub_rn(double a, double b) { return __nvvm_add_rn_d(a, -b); }
SECTORSCOPE_DEFINE double __nv_dmul_rn(double a, double b) { return __nvvm_mul_rn_d(a, b); }
SECTORSCOPE_DEFINE double __nv_ddiv_rn(double a, double b) { return __nvvm_div_rn_d(a, b); }
SECTORSCOPE_DEFINE double __nv_drcp_rn(double a) { return __nvvm_rcp_rn_d(a); }
SECTORSCOPE_DEFINE double __nv_dsqrt_rn(double a) { return __nvvm_sqrt_rn_d(a); }
SECTORSCOPE_DEFINE float __nv_fadd_rn(float a, float b) { return __nvvm_add_rn_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fsub_rn(float a, float b) { return __nvvm_add_rn_f(a, -b); }
SECTORSCOPE_DEFINE float __nv_fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fdiv_rn(float a, float b) { return __nvvm_div_rn_f(a, b); }
SECTORSCOPE_DEFINE float __nv_frcp_rn(float a) { return __nvvm_rcp_rn_f(a); }
SECTORSCOPE_DEFINE float __nv_fsqrt_rn(float a) { return __nvvm_sqrt_rn_f(a); }
SECTORSCOPE_DEFINE double __nv_fma_rn(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_ieee_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
SECTORSCOPE_DEFINE double __nv_dadd_rz(double a, double b) { return __nvvm_add_rz_d(a, b); }
SECTORSCOPE_DEFINE double __nv_dsub_rz(double a, double b) { return __nvvm_add_rz_d(a, -b); }
SECTORSCOPE_DEFINE double __nv_dmul_rz(double a, double b) { return __nvvm_mul_rz_d(a, b); }
SECTORSCOPE_DEFINE double __nv_ddiv_rz(double a, double b) { return __nvvm_div_rz_d(a, b); }
SECTORSCOPE_DEFINE double __nv_drcp_rz(double a) { return __nvvm_rcp_rz_d(a); }
SECTORSCOPE_DEFINE double __nv_dsqrt_rz(double a) { return __nvvm_sqrt_rz_d(a); }
SECTORSCOPE_DEFINE float __nv_fadd_rz(float a, float b) { return __nvvm_add_rz_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fsub_rz(float a, float b) { return __nvvm_add_rz_f(a, -b); }
SECTORSCOPE_DEFINE float __nv_fmul_rz(float a, float b) { return __nvvm_mul_rz_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fdiv_rz(float a, float b) { return __nvvm_div_rz_f(a, b); }
SECTORSCOPE_DEFINE float __nv_frcp_rz(float a) { return __nvvm_rcp_rz_f(a); }
SECTORSCOPE_DEFINE float __nv_fsqrt_rz(float a) { return __nvvm_sqrt_rz_f(a); }
SECTORSCOPE_DEFINE double __nv_fma_rz(double a, double b, double c) { return __nvvm_fma_rz_d(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_rz(float a, float b, float c) { return __nvvm_fma_rz_f(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_ieee_rz(float a, float b, float c) { return __nvvm_fma_rz_f(a, b, c); }
SECTORSCOPE_DEFINE double __nv_dadd_ru(double a, double b) { return __nvvm_add_rp_d(a, b); }
SECTORSCOPE_DEFINE double __nv_dsub_ru(double a, double b) { return __nvvm_add_rp_d(a, -b); }
SECTORSCOPE_DEFINE double __nv_dmul_ru(double a, double b) { return __nvvm_mul_rp_d(a, b); }
SECTORSCOPE_DEFINE double __nv_ddiv_ru(double a, double b) { return __nvvm_div_rp_d(a, b); }
SECTORSCOPE_DEFINE double __nv_drcp_ru(double a) { return __nvvm_rcp_rp_d(a); }
SECTORSCOPE_DEFINE double __nv_dsqrt_ru(double a) { return __nvvm_sqrt_rp_d(a); }
SECTORSCOPE_DEFINE float __nv_fadd_ru(float a, float b) { return __nvvm_add_rp_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fsub_ru(float a, float b) { return __nvvm_add_rp_f(a, -b); }
SECTORSCOPE_DEFINE float __nv_fmul_ru(float a, float b) { return __nvvm_mul_rp_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fdiv_ru(float a, float b) { return __nvvm_div_rp_f(a, b); }
SECTORSCOPE_DEFINE float __nv_frcp_ru(float a) { return __nvvm_rcp_rp_f(a); }
SECTORSCOPE_DEFINE float __nv_fsqrt_ru(float a) { return __nvvm_sqrt_rp_f(a); }
SECTORSCOPE_DEFINE double __nv_fma_ru(double a, double b, double c) { return __nvvm_fma_rp_d(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_ru(float a, float b, float c) { return __nvvm_fma_rp_f(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_ieee_ru(float a, float b, float c) { return __nvvm_fma_rp_f(a, b, c); }
SECTORSCOPE_DEFINE double __nv_dadd_rd(double a, double b) { return __nvvm_add_rm_d(a, b); }
SECTORSCOPE_DEFINE double __nv_dsub_rd(double a, double b) { return __nvvm_add_rm_d(a, -b); }
SECTORSCOPE_DEFINE double __nv_dmul_rd(double a, double b) { return __nvvm_mul_rm_d(a, b); }
SECTORSCOPE_DEFINE double __nv_ddiv_rd(double a, double b) { return __nvvm_div_rm_d(a, b); }
SECTORSCOPE_DEFINE double __nv_drcp_rd(double a) { return __nvvm_rcp_rm_d(a); }
SECTORSCOPE_DEFINE double __nv_dsqrt_rd(double a) { return __nvvm_sqrt_rm_d(a); }
SECTORSCOPE_DEFINE float __nv_fadd_rd(float a, float b) { return __nvvm_add_rm_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fsub_rd(float a, float b) { return __nvvm_add_rm_f(a, -b); }
SECTORSCOPE_DEFINE float __nv_fmul_rd(float a, float b) { return __nvvm_mul_rm_f(a, b); }
SECTORSCOPE_DEFINE float __nv_fdiv_rd(float a, float b) { return __nvvm_div_rm_f(a, b); }
SECTORSCOPE_DEFINE float __nv_frcp_rd(float a) { return __nvvm_rcp_rm_f(a); }
SECTORSCOPE_DEFINE float __nv_fsqrt_rd(float a) { return __nvvm_sqrt_rm_f(a); }
SECTORSCOPE_DEFINE double __nv_fma_rd(double a, double b, double c) { return __nvvm_fma_rm_d(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_rd(float a, float b, float c) { return __nvvm_fma_rm_f(a, b, c); }
SECTORSCOPE_DEFINE float __nv_fmaf_ieee_rd(float a, float b, float c) { return __nvvm_fma_rm_f(a, b, c); }

// Conversions with a stated rounding.
SECTORSCOPE_DEFINE float __nv_double2float_rn(double a) { return __nvvm_d2f_rn(a); }
SECTORSCOPE_DEFINE int __nv_double2int_rn(double a) { return __nvvm_d2i_rn(a); }
SECTORSCOPE_DEFINE unsigned int __nv_double2uint_rn(double a) { return __nvvm_d2ui_rn(a); }
SECTORSCOPE_DEFINE long long __nv_double2ll_rn(double a) { return __nvvm_d2ll_rn(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_double2ull_rn(double a) { return __nvvm_d2ull_rn(a); }
SECTORSCOPE_DEFINE int __nv_float2int_rn(float a) { return __nvvm_f2i_rn(a); }
SECTORSCOPE_DEFINE unsigned int __nv_float2uint_rn(float a) { return __nvvm_f2ui_rn(a); }
SECTORSCOPE_DEFINE long long __nv_float2ll_rn(float a) { return __nvvm_f2ll_rn(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_float2ull_rn(float a) { return __nvvm_f2ull_rn(a); }
SECTORSCOPE_DEFINE float __nv_int2float_rn(int a) { return __nvvm_i2f_rn(a); }
SECTORSCOPE_DEFINE float __nv_uint2float_rn(unsigned int a) { return __nvvm_ui2f_rn(a); }
SECTORSCOPE_DEFINE float __nv_ll2float_rn(long long a) { return __nvvm_ll2f_rn(a); }
SECTORSCOPE_DEFINE double __nv_ll2double_rn(long long a) { return __nvvm_ll2d_rn(a); }
SECTORSCOPE_DEFINE float __nv_ull2float_rn(unsigned long long a) { return __nvvm_ull2f_rn(a); }
SECTORSCOPE_DEFINE double __nv_ull2double_rn(unsigned long long a) { return __nvvm_ull2d_rn(a); }
SECTORSCOPE_DEFINE float __nv_double2float_rz(double a) { return __nvvm_d2f_rz(a); }
SECTORSCOPE_DEFINE int __nv_double2int_rz(double a) { return __nvvm_d2i_rz(a); }
SECTORSCOPE_DEFINE unsigned int __nv_double2uint_rz(double a) { return __nvvm_d2ui_rz(a); }
SECTORSCOPE_DEFINE long long __nv_double2ll_rz(double a) { return __nvvm_d2ll_rz(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_double2ull_rz(double a) { return __nvvm_d2ull_rz(a); }
SECTORSCOPE_DEFINE int __nv_float2int_rz(float a) { return __nvvm_f2i_rz(a); }
SECTORSCOPE_DEFINE unsigned int __nv_float2uint_rz(float a) { return __nvvm_f2ui_rz(a); }
SECTORSCOPE_DEFINE long long __nv_float2ll_rz(float a) { return __nvvm_f2ll_rz(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_float2ull_rz(float a) { return __nvvm_f2ull_rz(a); }
SECTORSCOPE_DEFINE float __nv_int2float_rz(int a) { return __nvvm_i2f_rz(a); }
SECTORSCOPE_DEFINE float __nv_uint2float_rz(unsigned int a) { return __nvvm_ui2f_rz(a); }
SECTORSCOPE_DEFINE float __nv_ll2float_rz(long long a) { return __nvvm_ll2f_rz(a); }
SECTORSCOPE_DEFINE double __nv_ll2double_rz(long long a) { return __nvvm_ll2d_rz(a); }
SECTORSCOPE_DEFINE float __nv_ull2float_rz(unsigned long long a) { return __nvvm_ull2f_rz(a); }
SECTORSCOPE_DEFINE double __nv_ull2double_rz(unsigned long long a) { return __nvvm_ull2d_rz(a); }
SECTORSCOPE_DEFINE float __nv_double2float_ru(double a) { return __nvvm_d2f_rp(a); }
SECTORSCOPE_DEFINE int __nv_double2int_ru(double a) { return __nvvm_d2i_rp(a); }
SECTORSCOPE_DEFINE unsigned int __nv_double2uint_ru(double a) { return __nvvm_d2ui_rp(a); }
SECTORSCOPE_DEFINE long long __nv_double2ll_ru(double a) { return __nvvm_d2ll_rp(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_double2ull_ru(double a) { return __nvvm_d2ull_rp(a); }
SECTORSCOPE_DEFINE int __nv_float2int_ru(float a) { return __nvvm_f2i_rp(a); }
SECTORSCOPE_DEFINE unsigned int __nv_float2uint_ru(float a) { return __nvvm_f2ui_rp(a); }
SECTORSCOPE_DEFINE long long __nv_float2ll_ru(float a) { return __nvvm_f2ll_rp(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_float2ull_ru(float a) { return __nvvm_f2ull_rp(a); }
SECTORSCOPE_DEFINE float __nv_int2float_ru(int a) { return __nvvm_i2f_rp(a); }
SECTORSCOPE_DEFINE float __nv_uint2float_ru(unsigned int a) { return __nvvm_ui2f_rp(a); }
SECTORSCOPE_DEFINE float __nv_ll2float_ru(long long a) { return __nvvm_ll2f_rp(a); }
SECTORSCOPE_DEFINE double __nv_ll2double_ru(long long a) { return __nvvm_ll2d_rp(a); }
SECTORSCOPE_DEFINE float __nv_ull2float_ru(unsigned long long a) { return __nvvm_ull2f_rp(a); }
SECTORSCOPE_DEFINE double __nv_ull2double_ru(unsigned long long a) { return __nvvm_ull2d_rp(a); }
SECTORSCOPE_DEFINE float __nv_double2float_rd(double a) { return __nvvm_d2f_rm(a); }
SECTORSCOPE_DEFINE int __nv_double2int_rd(double a) { return __nvvm_d2i_rm(a); }
SECTORSCOPE_DEFINE unsigned int __nv_double2uint_rd(double a) { return __nvvm_d2ui_rm(a); }
SECTORSCOPE_DEFINE long long __nv_double2ll_rd(double a) { return __nvvm_d2ll_rm(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_double2ull_rd(double a) { return __nvvm_d2ull_rm(a); }
SECTORSCOPE_DEFINE int __nv_float2int_rd(float a) { return __nvvm_f2i_rm(a); }
SECTORSCOPE_DEFINE unsigned int __nv_float2uint_rd(float a) { return __nvvm_f2ui_rm(a); }
SECTORSCOPE_DEFINE long long __nv_float2ll_rd(float a) { return __nvvm_f2ll_rm(a); }
SECTORSCOPE_DEFINE unsigned long long __nv_float2ull_rd(float a) { return __nvvm_f2ull_rm(a); }
SECTORSCOPE_DEFINE float __nv_int2float_rd(int a) { return __nvvm_i2f_rm(a); }
SECTORSCOPE_DEFINE float __nv_uint2float_rd(unsigned int a) { return __nvvm_ui2f_rm(a); }
SECTORSCOPE_DEFINE float __nv_ll2float_rd(long long a) { return __nvvm_ll2f_rm(a); }
SECTORSCOPE_DEFINE double __nv_ll2double_rd(long long a) { return __nvvm_ll2d_rm(a); }
SECTORSCOPE_DEFINE float __nv_ull2float_rd(unsigned long long a) { return __nvvm_ull2f_rm(a); }
SECTORSCOPE_DEFINE double __nv_ull2double_rd(unsigned long long a) { return __nvvm_ull2d_rm(a); }
SECTORSCOPE_DEFINE double __nv_int2double_rn(int a) { return a; }
SECTORSCOPE_DEFINE double __nv_uint2double_rn(unsigned int a) { return a; }
SECTORSCOPE_DEFINE long long __nv_llrint(double a) { return __nv_double2ll_rn(a); }
SECTORSCOPE_DEFINE long long __nv_llround(double a) { return __nv_double2ll_rz(__builtin_round(a)); }
SECTORSCOPE_DEFINE long long __nv_llrintf(float a) { return __nv_float2ll_rn(a); }
SECTORSCOPE_DEFINE long long __nv_llroundf(float a) { return __nv_float2ll_rz(__builtin_roundf(a)); }

// Functions of their arguments alone, without a body.
SECTORSCOPE_PURE double __nv_acos(double a);
SECTORSCOPE_PURE double __nv_acosh(double a);
SECTORSCOPE_PURE double __nv_asin(double a);
SECTORSCOPE_PURE double __nv_asinh(double a);
SECTORSCOPE_PURE double __nv_atan(double a);
SECTORSCOPE_PURE double __nv_atanh(double a);
SECTORSCOPE_PURE double __nv_cbrt(double a);
SECTORSCOPE_PURE double __nv_cos(double a);
SECTORSCOPE_PURE double __nv_cosh(double a);
SECTORSCOPE_PURE double __nv_cospi(double a);
SECTORSCOPE_PURE double __nv_cyl_bessel_i0(double a);
SECTORSCOPE_PURE double __nv_cyl_bessel_i1(double a);
SECTORSCOPE_PURE double __nv_erf(double a);
SECTORSCOPE_PURE double __nv_erfc(double a);
SECTORSCOPE_PURE double __nv_erfcinv(double a);
SECTORSCOPE_PURE double __nv_erfcx(double a);
SECTORSCOPE_PURE double __nv_erfinv(double a);
SECTORSCOPE_PURE double __nv_exp(double a);
SECTORSCOPE_PURE double __nv_exp10(double a);
SECTORSCOPE_PURE double __nv_exp2(double a);
SECTORSCOPE_PURE double __nv_expm1(double a);
SECTORSCOPE_PURE double __nv_j0(double a);
SECTORSCOPE_PURE double __nv_j1(double a);
SECTORSCOPE_PURE double __nv_lgamma(double a);
SECTORSCOPE_PURE double __nv_log(double a);
SECTORSCOPE_PURE double __nv_log10(double a);
SECTORSCOPE_PURE double __nv_log1p(double a);
SECTORSCOPE_PURE double __nv_log2(double a);
SECTORSCOPE_PURE double __nv_logb(double a);
SECTORSCOPE_PURE double __nv_normcdf(double a);
SECTORSCOPE_PURE double __nv_normcdfinv(double a);
SECTORSCOPE_PURE double __nv_rcbrt(double a);
SECTORSCOPE_PURE double __nv_sin(double a);
SECTORSCOPE_PURE double __nv_sinh(double a);
SECTORSCOPE_PURE double __nv_sinpi(double a);
SECTORSCOPE_PURE double __nv_tan(double a);
SECTORSCOPE_PURE double __nv_tanh(double a);
SECTORSCOPE_PURE double __nv_tgamma(double a);
SECTORSCOPE_PURE double __nv_y0(double a);
SECTORSCOPE_PURE double __nv_y1(double a);
SECTORSCOPE_PURE double __nv_atan2(double a, double b);
SECTORSCOPE_PURE double __nv_fdim(double a, double b);
SECTORSCOPE_PURE double __nv_fmod(double a, double b);
SECTORSCOPE_PURE double __nv_hypot(double a, double b);
SECTORSCOPE_PURE double __nv_nextafter(double a, double b);
SECTORSCOPE_PURE double __nv_pow(double a, double b);
SECTORSCOPE_PURE double __nv_remainder(double a, double b);
SECTORSCOPE_PURE double __nv_rhypot(double a, double b);
SECTORSCOPE_PURE int __nv_ilogb(double a);
SECTORSCOPE_PURE double __nv_ldexp(double a, int b);
SECTORSCOPE_PURE double __nv_scalbn(double a, int b);
SECTORSCOPE_PURE double __nv_powi(double a, int b);
SECTORSCOPE_PURE double __nv_jn(int order, double a);
SECTORSCOPE_PURE double __nv_yn(int order, double a);
SECTORSCOPE_PURE float __nv_acosf(float a);
SECTORSCOPE_PURE float __nv_acoshf(float a);
SECTORSCOPE_PURE float __nv_asinf(float a);
SECTORSCOPE_PURE float __nv_asinhf(float a);
SECTORSCOPE_PURE float __nv_atanf(float a);
SECTORSCOPE_PURE float __nv_atanhf(float a);
SECTORSCOPE_PURE float __nv_cbrtf(float a);
SECTORSCOPE_PURE float __nv_cosf(float a);
SECTORSCOPE_PURE float __nv_coshf(float a);
SECTORSCOPE_PURE float __nv_cospif(float a);
SECTORSCOPE_PURE float __nv_cyl_bessel_i0f(float a);
SECTORSCOPE_PURE float __nv_cyl_bessel_i1f(float a);
SECTORSCOPE_PURE float __nv_erff(float a);
SECTORSCOPE_PURE float __nv_erfcf(float a);
SECTORSCOPE_PURE float __nv_erfcinvf(float a);
SECTORSCOPE_PURE float __nv_erfcxf(float a);
SECTORSCOPE_PURE float __nv_erfinvf(float a);
SECTORSCOPE_PURE float __nv_expf(float a);
SECTORSCOPE_PURE float __nv_exp10f(float a);
SECTORSCOPE_PURE float __nv_exp2f(float a);
SECTORSCOPE_PURE float __nv_expm1f(float a);
SECTORSCOPE_PURE float __nv_j0f(float a);
SECTORSCOPE_PURE float __nv_j1f(float a);
SECTORSCOPE_PURE float __nv_lgammaf(float a);
SECTORSCOPE_PURE float __nv_logf(float a);
SECTORSCOPE_PURE float __nv_log10f(float a);
SECTORSCOPE_PURE float __nv_log1pf(float a);
SECTORSCOPE_PURE float __nv_log2f(float a);
SECTORSCOPE_PURE float __nv_logbf(float a);
SECTORSCOPE_PURE float __nv_normcdff(float a);
SECTORSCOPE_PURE float __nv_normcdfinvf(float a);
SECTORSCOPE_PURE float __nv_rcbrtf(float a);
SECTORSCOPE_PURE float __nv_sinf(float a);
SECTORSCOPE_PURE float __nv_sinhf(float a);
SECTORSCOPE_PURE float __nv_sinpif(float a);
SECTORSCOPE_PURE float __nv_tanf(float a);
SECTORSCOPE_PURE float __nv_tanhf(float a);
SECTORSCOPE_PURE float __nv_tgammaf(float a);
SECTORSCOPE_PURE float __nv_y0f(float a);
SECTORSCOPE_PURE float __nv_y1f(float a);
SECTORSCOPE_PURE float __nv_atan2f(float a, float b);
SECTORSCOPE_PURE float __nv_fdimf(float a, float b);
SECTORSCOPE_PURE float __nv_fmodf(float a, float b);
SECTORSCOPE_PURE float __nv_hypotf(float a, float b);
SECTORSCOPE_PURE float __nv_nextafterf(float a, float b);
SECTORSCOPE_PURE float __nv_powf(float a, float b);
SECTORSCOPE_PURE float __nv_remainderf(float a, float b);
SECTORSCOPE_PURE float __nv_rhypotf(float a, float b);
SECTORSCOPE_PURE int __nv_ilogbf(float a);
SECTORSCOPE_PURE float __nv_ldexpf(float a, int b);
SECTORSCOPE_PURE float __nv_scalbnf(float a, int b);
SECTORSCOPE_PURE float __nv_powif(float a, int b);
SECTORSCOPE_PURE float __nv_jnf(int order, float a);
SECTORSCOPE_PURE float __nv_ynf(int order, float a);

// Those with more than one result, put together from the above: a call that takes a pointer would hide what it stores.
SECTORSCOPE_DEFINE void __nv_sincos(double a, double *s, double *c) { *s = __nv_sin(a), *c = __nv_cos(a); }
SECTORSCOPE_DEFINE void __nv_sincospi(double a, double *s, double *c) { *s = __nv_sinpi(a), *c = __nv_cospi(a); }
SECTORSCOPE_DEFINE double __nv_modf(double a, double *whole) { return *whole = __builtin_trunc(a), a - *whole; }
SECTORSCOPE_DEFINE double __nv_frexp(double a, int *exponent) {
  return *exponent = a == 0 ? 0 : __nv_ilogb(a) + 1, __nv_ldexp(a, -*exponent);
}
SECTORSCOPE_DEFINE double __nv_remquo(double a, double b, int *quotient) {
  return *quotient = (int)__builtin_rint(a / b), __nv_remainder(a, b);
}
SECTORSCOPE_DEFINE double __nv_norm3d(double a, double b, double c) { return __builtin_sqrt(a * a + b * b + c * c); }
SECTORSCOPE_DEFINE double __nv_norm4d(double a, double b, double c, double d) {
  return __builtin_sqrt(a * a + b * b + c * c + d * d);
}
SECTORSCOPE_DEFINE double __nv_rnorm3d(double a, double b, double c) { return 1 / __nv_norm3d(a, b, c); }
SECTORSCOPE_DEFINE double __nv_rnorm4d(double a, double b, double c, double d) { return 1 / __nv_norm4d(a, b, c, d); }
SECTORSCOPE_DEFINE double __nv_norm(int dimension, const double *v) {
  double sum = 0;
  for (int i = 0; i < dimension; ++i)
    sum += v[i] * v[i];
  return __builtin_sqrt(sum);
}
SECTORSCOPE_DEFINE double __nv_rnorm(int dimension, const double *v) { return 1 / __nv_norm(dimension, v); }
SECTORSCOPE_DEFINE void __nv_sincosf(float a, float *s, float *c) { *s = __nv_sinf(a), *c = __nv_cosf(a); }
SECTORSCOPE_DEFINE void __nv_sincospif(float a, float *s, float *c) { *s = __nv_sinpif(a), *c = __nv_cospif(a); }
SECTORSCOPE_DEFINE float __nv_modff(float a, float *whole) { return *whole = __builtin_truncf(a), a - *whole; }
SECTORSCOPE_DEFINE float __nv_frexpf(float a, int *exponent) {
  return *exponent = a == 0 ? 0 : __nv_ilogbf(a) + 1, __nv_ldexpf(a, -*exponent);
}
SECTORSCOPE_DEFINE float __nv_remquof(float a, float b, int *quotient) {
  return *quotient = (int)__builtin_rintf(a / b), __nv_remainderf(a, b);
}
SECTORSCOPE_DEFINE float __nv_norm3df(float a, float b, float c) { return __builtin_sqrtf(a * a + b * b + c * c); }
SECTORSCOPE_DEFINE float __nv_norm4df(float a, float b, float c, float d) {
  return __builtin_sqrtf(a * a + b * b + c * c + d * d);
}
SECTORSCOPE_DEFINE float __nv_rnorm3df(float a, float b, float c) { return 1 / __nv_norm3df(a, b, c); }
SECTORSCOPE_DEFINE float __nv_rnorm4df(float a, float b, float c, float d) { return 1 / __nv_norm4df(a, b, c, d); }
SECTORSCOPE_DEFINE float __nv_normf(int dimension, const float *v) {
  float sum = 0;
  for (int i = 0; i < dimension; ++i)
    sum += v[i] * v[i];
  return __builtin_sqrtf(sum);
}
SECTORSCOPE_DEFINE float __nv_rnormf(int dimension, const float *v) { return 1 / __nv_normf(dimension, v); }

} // extern "C"

#pragma pop_macro("SECTORSCOPE_DEFINE")
#pragma pop_macro("SECTORSCOPE_PURE")

// What is left (__nv_nan and the like) is declared there; the declarations of what stands above change nothing.
#include <__clang_cuda_libdevice_declares.h>

#endif
