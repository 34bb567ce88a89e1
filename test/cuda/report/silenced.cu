// Findings that are silenced are counted and listed, and comments that silence nothing are told.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cu && echo '{}' > %t/.sectorscope.yaml
// RUN: %sectorscope audit %t --toolkit=own | %FileCheck %s
// CHECK: Findings (1)
// CHECK: k.cu:37:{{[0-9]+}} warning [partial-write]
// CHECK: Silenced (4)
// CHECK-NEXT: k.cu:{{[0-9]+}}:{{[0-9]+}} warning [partial-write]
// CHECK: note: k.cu: 4 findings silenced by NOLINT
// CHECK-DAG: note: k.cu:37: NOLINT(sectorscope-misaligned) silences nothing
// CHECK-DAG: note: k.cu:38: NOLINTBEGIN(sectorscope-misaligned) without its NOLINTEND silences nothing
//
// RUN: %sectorscope audit %t --toolkit=own --format=sarif | grep -c '"kind": *"inSource"' | %FileCheck %s --check-prefix=SARIF
// SARIF: 4
//
// Settings allow a rule in files.
// RUN: echo 'allow: {"*.cu": [partial-write, excess-sectors]}' > %t/.sectorscope.yaml
// RUN: %sectorscope audit %t --toolkit=own | %FileCheck %s --check-prefix=ALLOWED
// ALLOWED: No findings
// ALLOWED: Silenced (5)
// ALLOWED: note: k.cu: 1 finding silenced by 'allow'
// RUN: echo 'allow: {"*.cu": [partial-writes]}' > %t/.sectorscope.yaml
// RUN: %not %sectorscope audit %t --toolkit=own 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: .sectorscope.yaml:1: allow: unknown rule 'partial-writes'; did you mean 'partial-write'?

#include <cuda_runtime.h>

__global__ void strided(float *a, float *b, float *c, float *d, float *e) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[3 * i] = 1; // NOLINT(sectorscope-partial-write)
  // NOLINTNEXTLINE(sectorscope-*)
  b[3 * i] = 1;
  // NOLINTBEGIN(sectorscope-partial-write)
  c[3 * i] = 1;
  d[3 * i] = 1;
  // NOLINTEND(sectorscope-partial-write)
  e[3 * i] = 1; // NOLINT(sectorscope-misaligned)
  // NOLINTBEGIN(sectorscope-misaligned)
}
