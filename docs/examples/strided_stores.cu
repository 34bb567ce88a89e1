// Stores with a stride. Every second word: the 128 bytes of a warp lie spread over 256, in 8 sectors. Every eighth:
// one word to a sector, 32 sectors, which is as bad as it gets.
//
// Such stores cost twice. A sector of which only a part is written has to be filled up from DRAM before it can leave
// the L2 cache, unless other stores complete it in time.
//
//   access              sectors per request   ideal
//   scatter<1>  load    4                     4
//   scatter<1>  store   4                     4
//   scatter<2>  store   8                     4
//   scatter<8>  store   32                    4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

template <int stride> __global__ void scatter(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[stride * i] = in[i];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 8 * n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  scatter<1><<<n / 256, 256>>>(out, in, n);
  scatter<2><<<n / 256, 256>>>(out, in, n);
  scatter<8><<<n / 256, 256>>>(out, in, n);

  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("out[8] = %g, expected 1\n", host[8]);
  cudaFree(in);
  cudaFree(out);
  return host[8] == 1.0f ? 0 : 1;
}
