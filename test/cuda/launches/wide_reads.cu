// A read of two fields at once: what is given for the first of them is not its value.
// RUN: %sectorscope audit %s --toolkit own --assume view+8=8 | %FileCheck %s
// RUN: %sectorscope audit %s --toolkit own --launch 'narrow<<<?, ?>>>(view.stride=8)' --launch 'wide<<<?, ?>>>(view.stride=8)' | %FileCheck %s
// RUN: %clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -O2 -g -Xclang -debug-info-kind=constructor \
// RUN:   -fno-discard-value-names -I%headers/cuda -include sectorscope_cuda_prelude.h -emit-llvm -c %s -o %t.bc
// RUN: %sectorscope audit %t.bc --assume view+8=8 | %FileCheck %s
// By its bytes, it can be given as a whole: 1 + (2 << 32), a stride of one float.
// RUN: %sectorscope audit %s --toolkit own --assume view+8..15=8589934593 | %FileCheck %s --check-prefix=WHOLE

struct View {
  float *data;
  int stride, rows;
};
// Alone, it is: 32 bytes from lane to lane.
// CHECK-LABEL: narrow(View)
// CHECK: {{^}}  [[#@LINE+1]]:{{[0-9]+}} store 4 B {{ *}}32 {{ *}}4 {{.*}}exact
__global__ void narrow(View view) { view.data[threadIdx.x * view.stride] = 1; }

// CHECK-LABEL: wide(View)
// WHOLE-LABEL: wide(View)
__global__ void wide(View view) {
  long long both;
  __builtin_memcpy(&both, &view.stride, 8);
  // CHECK: {{^}}  [[#@LINE+2]]:{{[0-9]+}} store 4 B {{.*}}bounded {{.*}}view+8..15
  // WHOLE: {{^}}  [[#@LINE+1]]:{{[0-9]+}} store 4 B {{ *}}4 {{ *}}4 {{.*}}exact
  view.data[threadIdx.x * (both & 0xffff)] = 2;
}
