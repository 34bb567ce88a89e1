// Atomics are IR atomics or their intrinsics on the width of their type, so that an analysis sees them.
//
// RUN: %compile --own %s | %FileCheck %s

#include <cuda_runtime.h>

// CHECK-LABEL: define {{.*}}@_Z5addedPiPjPyPfPd(
__global__ void added(int *i, unsigned *u, unsigned long long *l, float *f, double *d) {
  // CHECK: atomicrmw add ptr %i, i32 1
  atomicAdd(i, 1);
  // CHECK: atomicrmw add ptr %u, i32 2
  atomicAdd(u, 2u);
  // CHECK: atomicrmw add ptr %l, i64 3
  atomicAdd(l, 3ull);
  // CHECK: atomicrmw fadd ptr %f, float 4
  atomicAdd(f, 4.0f);
  // CHECK: atomicrmw fadd ptr %d, double 5
  atomicAdd(d, 5.0);
  // CHECK: atomicrmw add ptr %i, i32 -6
  atomicSub(i, 6);
}

// CHECK-LABEL: define {{.*}}@_Z5otherPiPjPyPf(
__global__ void other(int *i, unsigned *u, unsigned long long *l, float *f) {
  // CHECK: atomicrmw xchg ptr %i
  atomicExch(i, 1);
  // CHECK: atomicrmw xchg ptr %f
  atomicExch(f, 1.0f);
  // CHECK: atomicrmw min ptr %i
  atomicMin(i, 1);
  // CHECK: atomicrmw umax ptr %u
  atomicMax(u, 1u);
  // CHECK: atomicrmw and ptr %u
  atomicAnd(u, 1u);
  // CHECK: atomicrmw or ptr %l
  atomicOr(l, 1ull);
  // CHECK: atomicrmw xor ptr %i
  atomicXor(i, 1);
  // CHECK: cmpxchg ptr %i, i32 1, i32 2
  atomicCAS(i, 1, 2);
  // CHECK: {{atomicrmw uinc_wrap|llvm.nvvm.atomic.load.inc}}
  atomicInc(u, 7u);
  // CHECK: {{atomicrmw udec_wrap|llvm.nvvm.atomic.load.dec}}
  atomicDec(u, 7u);
  // CHECK: llvm.nvvm.atomic.add.gen.i.cta
  atomicAdd_block(i, 1);
}
