// A kernel whose accesses are all in what is not analysed is not told to have none.
// RUN: %sectorscope audit %s --toolkit own | %FileCheck %s
__device__ void elsewhere(float *a);
// CHECK-LABEL: calls(float*)
// CHECK: {{^}}  no access that can be told; 2 not analysed, see below{{$}}
__global__ void calls(float *a) {
  elsewhere(a);
  elsewhere(a + threadIdx.x);
}
// CHECK-LABEL: nothing(float*)
// CHECK: {{^}}  no access to global memory{{$}}
__global__ void nothing(float *a) {}
// CHECK: Not analysed (2)
// CHECK-NEXT: not_analysed.cu:[[#@LINE-7]]:
// CHECK-NEXT: not_analysed.cu:[[#@LINE-7]]:
