// Fields of by-value structs are called as the debug information calls them, where it has types.
// RUN: %clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -O2 -g \
// RUN:   -Xclang -debug-info-kind=constructor -fno-discard-value-names -I%headers/cuda -include sectorscope_cuda_prelude.h -emit-llvm -c %s -o %t.bc
// RUN: %sectorscope audit %t.bc --launch "viewed<<<4,32>>>(view.steps[1]=3,view+8=2)" --format=json > %t.json
// RUN: %python %S/../cuda/launches/Inputs/launches.py < %t.json | %FileCheck %s
// RUN: %sectorscope audit %t.bc | %FileCheck %s --check-prefix=TEXT

struct Origin {
  float *data;
};
struct View : Origin {
  struct {
    int rows;
  } shape; // at 8
  int steps[2];
  union {
    int base;
    unsigned start;
  };
};
// Of a union, the offset is all that is sure.
// CHECK: viewed(View): block 32x1x1 grid 4x1x1 view.shape.rows=2 view.steps[1]=3 (option
// TEXT: view.data + {{.*}}view+20
__global__ void viewed(View view) {
  if (blockIdx.x < view.shape.rows)
    view.data[threadIdx.x * view.steps[1] + view.base] = 0;
}
