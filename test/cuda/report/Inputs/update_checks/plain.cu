#include <cuda_runtime.h>
__global__ void f(float *a) {
  a[2 * threadIdx.x] = 1; // sectorscope-expect: sectors== 4
}
