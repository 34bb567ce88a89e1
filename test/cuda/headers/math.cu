// Integer functions are transparent: an address that goes through min() or __umulhi() is still an expression. Functions
// of the device library are declared as functions of their arguments and touch no memory.
//
// RUN: %compile --own %s | %FileCheck %s

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

// CHECK-LABEL: define {{.*}}@_Z8integersPijji(
__global__ void integers(int *out, unsigned a, unsigned b, int c) {
  // CHECK-DAG: llvm.smin.i32
  out[0] = min(c, 7);
  // CHECK-DAG: llvm.umax.i32
  out[1] = max(a, b);
  // CHECK-DAG: llvm.smax.i32
  out[2] = std::max(c, 9);
  // CHECK-DAG: llvm.abs.i32
  out[3] = abs(c);
  // CHECK-DAG: llvm.ctpop.i32
  out[4] = __popc(a);
  // CHECK-DAG: llvm.ctlz.i32
  out[5] = __clz(c);
  // CHECK-DAG: llvm.bitreverse.i32
  out[6] = __brev(a);
  // CHECK-DAG: lshr i64
  out[7] = __umulhi(a, b);
  // CHECK-DAG: and i32 %a, 16777215
  out[8] = __umul24(a, b);
  // CHECK-DAG: {{llvm.fshl.i32|asm "shf.l.wrap.b32}}
  out[9] = __funnelshift_l(a, b, 5);
  // CHECK-DAG: llvm.nvvm.prmt
  out[10] = __byte_perm(a, b, 0x3210);
  // CHECK-DAG: llvm.cttz.i32
  out[11] = __ffs(c);
}

// CHECK-LABEL: define {{.*}}@_Z6floatsPfPdff(
__global__ void floats(float *f, double *d, float x, float y) {
  // CHECK-DAG: call {{.*}}@llvm.sqrt.f32
  f[0] = std::sqrt(x);
  // CHECK-DAG: call {{.*}}@llvm.maxnum.f32
  f[1] = fmaxf(x, y);
  // CHECK-DAG: call {{.*}}@llvm.fma.f64
  d[0] = fma(d[1], 2.0, d[2]);
  // CHECK-DAG: call {{.*}}@llvm.nvvm.rsqrt.approx.f
  f[2] = rsqrtf(x);
  // CHECK-DAG: call {{.*}}@llvm.nvvm.ex2.approx
  f[3] = __expf(x);
  // CHECK-DAG: call {{.*}}@__nv_sinf(float
  f[4] = sin(x);
  // CHECK-DAG: call {{.*}}@__nv_pow(double
  d[3] = pow(d[4], 3.0);
  // CHECK-DAG: call {{.*}}@llvm.fabs.f32
  f[5] = std::abs(x);
  float s, c;
  sincosf(x, &s, &c);
  f[6] = s + c + min(x, 1.0f) + (isnan(x) ? 1 : 0);
  // CHECK-NOT: alloca
}
// CHECK-DAG: declare {{.*}}@__nv_sinf({{.*}} [[PURE:#[0-9]+]]
// CHECK-DAG: attributes [[PURE]] = {{.*}}memory(none)
