#include <cuda_runtime.h>

// Its store moves eight times what is needed. Nobody has had the time to mend it, so it stands in known.json.
__global__ void transpose(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

void run(float *out, const float *in) { transpose<<<dim3(32, 128), dim3(32, 8)>>>(out, in, 1024); }
