// Ordinary host code is parsed along with the device half, and compiles for itself; launches keep their dimensions.
//
// RUN: %compile --own %s | %FileCheck %s --check-prefix=DEVICE
// RUN: %compile --own --host %s | %FileCheck %s --check-prefix=HOST

#include <cuda_runtime.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <helper_cuda.h>
#include <memory>
#include <string>
#include <vector>

__constant__ float weights[4];

// DEVICE: define {{.*}}@_Z5scalePffi(
__global__ void scale(float *data, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor * weights[i % 4];
}

// DEVICE-NOT: @main
// HOST-LABEL: define {{.*}}@main(
int main(int argc, const char **argv) {
  const int n = 1 << 20;
  float *data, *pinned, *managed;
  size_t pitch;
  checkCudaErrors(cudaMalloc(&data, n * sizeof(float)));
  cudaMallocHost(&pinned, n);
  cudaMallocManaged(&managed, n);
  cudaMallocPitch(&data, &pitch, 100, 100);
  std::vector<float> host(n, 1.0f);
  float some[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(weights, some, sizeof(some));
  cudaMemcpy(data, host.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy2D(data, pitch, some, 4, 4, 1, cudaMemcpyHostToDevice);

  cudaStream_t stream;
  cudaEvent_t start, stop;
  cudaStreamCreate(&stream);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  // x and y are packed into one register: 32 + 4 * 2^32.
  // HOST: {{(call|invoke)}} {{.*}}@__cudaPushCallConfiguration(i64 {{[0-9]+}}, i32 1, i64 17179869216, i32 1, i64 {{.*}}512,
  scale<<<dim3(n / 128, 2), dim3(32, 4), 512, stream>>>(data, 2.0f, n);
  void *arguments[] = {&data, some, &argc};
  cudaLaunchKernel(scale, dim3(1), dim3(32), arguments, 0, stream);
  cudaLaunchKernel(reinterpret_cast<const void *>(scale), dim3(1), dim3(32), arguments, 0, stream);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  float milliseconds;
  cudaEventElapsedTime(&milliseconds, start, stop);

  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int blocks, threads;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, scale);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 128, 0);
  cudaFuncSetAttribute(scale, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  std::printf("%s: %s, %g ms\n", properties.name, cudaGetErrorString(cudaGetLastError()), milliseconds);
  cudaMemsetAsync(data, 0, n, stream);
  cudaMemcpyAsync(host.data(), data, n, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaDeviceSynchronize();
  cudaThreadSynchronize();
  cudaFree(data);
  return max(argc, 2) == 2 && std::abs(std::complex<float>(1, 2)) > 1 && argv != nullptr;
}
