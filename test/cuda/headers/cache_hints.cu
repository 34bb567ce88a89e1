// Every cache-hinted load and store exists for scalars and vectors, and is one PTX instruction of its width.
//
// RUN: %compile --own %s -- -DKERNEL=0 | %FileCheck %s --check-prefix=SCALAR
// RUN: %compile --own %s -- -DKERNEL=1 | %FileCheck %s --check-prefix=VECTOR
// RUN: %compile --own %s -- -DKERNEL=2 | %FileCheck %s --check-prefix=LDG

#include <cuda_runtime.h>

#if KERNEL == 0
__global__ void scalars(float *f, double *d, unsigned char *c, const short *s, long long *l) {
  // SCALAR-DAG: asm "ld.global.cg.f32
  // SCALAR-DAG: asm "ld.global.cs.f32
  // SCALAR-DAG: asm "ld.global.ca.f32
  // SCALAR-DAG: asm {{.*}}"ld.global.lu.f32
  // SCALAR-DAG: asm {{.*}}"ld.global.cv.f32
  f[0] = __ldcg(f + 1) + __ldcs(f + 2) + __ldca(f + 3) + __ldlu(f + 4) + __ldcv(f + 5);
  // SCALAR-DAG: asm sideeffect "st.global.cg.f64
  __stcg(d, 1.0);
  // SCALAR-DAG: asm sideeffect "st.global.cs.s64
  __stcs(l, 1ll);
  // SCALAR-DAG: asm sideeffect "st.global.wb.u8
  __stwb(c, (unsigned char)1);
  // SCALAR-DAG: asm sideeffect "st.global.wt.f32
  __stwt(f, 2.0f);
  // SCALAR-DAG: asm "ld.global.cg.s16
  f[6] = __ldcg(s);
}
#elif KERNEL == 1
__global__ void vectors(float4 *f, double2 *d, uchar4 *c, const int2 *i) {
  // VECTOR-DAG: asm "ld.global.cg.v2.s32
  int2 pair = __ldcg(i);
  // VECTOR-DAG: asm "ld.global.cs.v4.f32
  float4 quad = __ldcs(f);
  // VECTOR-DAG: asm "ld.global.ca.v4.u8
  uchar4 bytes = __ldca(c);
  // VECTOR-DAG: asm sideeffect "st.global.cs.v4.f32
  __stcs(f + 1, make_float4(quad.x, quad.y, pair.x, pair.y));
  // VECTOR-DAG: asm sideeffect "st.global.cg.v2.f64
  __stcg(d, make_double2(bytes.x, bytes.w));
}
#else
// Clang 22 has __ldg as an invariant load of global memory, 19 as an intrinsic. It takes that of a vector apart; the
// alignment lets the backend join the parts.
__global__ void readOnly(float *f, int4 *g, const float *a, const int4 *b) {
  // LDG: {{load float, ptr addrspace\(1\) .*!invariant.load|llvm.nvvm.ldg.global.f.f32}}
  f[0] = __ldg(a);
  // LDG: {{load i32, ptr addrspace\(1\) .*, align 16|llvm.nvvm.ldg.global.i.v4i32}}
  g[0] = __ldg(b);
}
#endif
