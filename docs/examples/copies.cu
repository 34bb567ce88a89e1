// Three ways to copy. One word a lane: 4 sectors a request. Four words a lane: 16 sectors a request, a quarter of the
// requests, every byte used: wide, not wasteful. And a copy that starts one word late: five sectors where four would
// do, since 128 bytes from the middle of a sector reach into a fifth.
//
//   access               sectors per request   ideal
//   copy         load    4                     4
//   copy         store   4                     4
//   copy4        load    16                    16
//   copy4        store   16                    16
//   copyShifted  load    5                     4
//   copyShifted  store   4                     4
//
// copy4 names the four parts: from `out[i] = in[i]`, a copy of a whole structure, clang makes two instructions of 8
// bytes, each of which walks over the 16 sectors. nvcc makes one of 16 either way.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void copy4(float4 *out, const float4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  out[i] = make_float4(v.x, v.y, v.z, v.w);
}

__global__ void copyShifted(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> host(n + 1);
  for (int i = 0; i <= n; ++i)
    host[i] = static_cast<float>(i);
  float *in, *out;
  cudaMalloc(&in, host.size() * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);

  copy<<<n / 256, 256>>>(out, in);
  copy4<<<n / 1024, 256>>>(reinterpret_cast<float4 *>(out), reinterpret_cast<const float4 *>(in));
  copyShifted<<<n / 256, 256>>>(out, in);

  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("out[0] = %g, expected 1\n", host[0]);
  cudaFree(in);
  cudaFree(out);
  return host[0] == 1.0f ? 0 : 1;
}
