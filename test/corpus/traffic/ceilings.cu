// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Measures what a part can do at best, for the ceilings of a profile: DRAM bytes, L1 lines, L2 sectors and
/// floating-point operations per second, each the median of seven runs after two to warm up. Prints name=value lines,
/// SI units.
///
///     nvcc -O3 -std=c++17 -arch=sm_90 ceilings.cu -o ceilings && ./ceilings

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace {

constexpr size_t kArrayBytes = size_t(1) << 30;
constexpr unsigned kVectors = kArrayBytes / sizeof(float4);

void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "ceilings: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

/// Seconds that `launch` takes.
template <typename Launch> double seconds(Launch launch) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "cudaEventCreate");
  check(cudaEventCreate(&stop), "cudaEventCreate");
  float runs[7];
  for (int run = -2; run < 7; ++run) {
    check(cudaEventRecord(start), "cudaEventRecord");
    launch();
    check(cudaGetLastError(), "launch");
    check(cudaEventRecord(stop), "cudaEventRecord");
    check(cudaEventSynchronize(stop), "kernel");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
    if (run >= 0)
      runs[run] = milliseconds;
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  std::sort(runs, runs + 7);
  return runs[3] * 1e-3;
}

// DRAM: three arrays of 1 GiB, every thread striding over the whole.

__global__ void readAll(float4 *out, const float4 *in) {
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < kVectors; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
  }
  if (sum.x + sum.y + sum.z + sum.w == 1)
    out[threadIdx.x] = sum;
}
__global__ void writeAll(float4 *out) {
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < kVectors; i += gridDim.x * blockDim.x)
    out[i] = make_float4(0, 0, 0, 0);
}
__global__ void copyAll(float4 *__restrict__ out, const float4 *__restrict__ in) {
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < kVectors; i += gridDim.x * blockDim.x)
    out[i] = in[i];
}
__global__ void triadAll(float4 *__restrict__ out, const float4 *__restrict__ a, const float4 *__restrict__ b,
                         float s) {
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < kVectors; i += gridDim.x * blockDim.x) {
    float4 x = a[i], y = b[i];
    out[i] = make_float4(x.x + s * y.x, x.y + s * y.y, x.z + s * y.z, x.w + s * y.w);
  }
}

void memoryCeilings(float4 *const (&arrays)[3], int sms) {
  const int blocks = sms * 64;
  const double bytes = kArrayBytes;
  double t = seconds([&] { readAll<<<blocks, 256>>>(arrays[0], arrays[1]); });
  std::printf("dram_read_bytes_per_s=%.6g\n", bytes / t);
  t = seconds([&] { writeAll<<<blocks, 256>>>(arrays[0]); });
  std::printf("dram_write_bytes_per_s=%.6g\n", bytes / t);
  t = seconds([&] { copyAll<<<blocks, 256>>>(arrays[0], arrays[1]); });
  std::printf("dram_copy_bytes_per_s=%.6g\n", 2 * bytes / t);
  t = seconds([&] { triadAll<<<blocks, 256>>>(arrays[0], arrays[1], arrays[2], 3); });
  std::printf("dram_triad_bytes_per_s=%.6g\n", 3 * bytes / t);
}

// L1: 64 KiB that all blocks read. Each request asks for one word a lane in so many lines; every trip asks for other
// words of the same lines.

constexpr int kTrips = 2048, kUnrolled = 16;

/// Each lane has a bank of its own (or, with SameBank, all lanes one).
template <int Lines, bool SameBank> __global__ void readLines(int *out, const int *in) {
  const int lane = threadIdx.x % 32;
  const int *p = in + lane * Lines / 32 * 32;
  int sum = 0;
#pragma unroll 1
  for (int trip = 0; trip < kTrips; ++trip) {
    const int *q = p + (((SameBank ? 0 : lane) + trip) & 31);
#pragma unroll
    for (int k = 0; k < kUnrolled; ++k)
      sum ^= q[k * 1024];
  }
  if (sum == 1)
    out[threadIdx.x] = sum;
}

template <int Lines, bool SameBank = false> void lineCeiling(const char *name, float4 *const (&arrays)[3], int sms) {
  const double requests = double(sms) * 2 * 32 * kTrips * kUnrolled;
  double t = seconds([&] {
    readLines<Lines, SameBank>
        <<<sms * 2, 1024>>>(reinterpret_cast<int *>(arrays[0]), reinterpret_cast<const int *>(arrays[1]));
  });
  std::printf("l1_lines_per_s.%s=%.6g\nl1_requests_per_s.%s=%.6g\n", name, Lines * requests / t, name, requests / t);
}

// L2: 2^19 sectors, 16 MiB, cached there alone. Every request goes somewhere else.

/// Sectors spread over as many lines.
__global__ void readScatteredSectors(int *out, const int *in) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  int sum = 0;
#pragma unroll 8
  for (int trip = 0; trip < kTrips; ++trip) {
    sum ^= __ldcg(in + (at >> 13) * 8);
    at += 0x61c88647u * 8;
  }
  if (sum == 1)
    out[threadIdx.x] = sum;
}

__device__ int mix(int a, int b) { return a ^ b; }
__device__ int4 mix(int4 a, int4 b) { return make_int4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w); }
__device__ bool isOne(int v) { return v == 1; }
__device__ bool isOne(int4 v) { return (v.x ^ v.y ^ v.z ^ v.w) == 1; }

/// So many sectors side by side in each request, aligned; words of 4 or 16 bytes.
template <int Sectors, typename Word> __global__ void readSectorRuns(Word *out, const int *in) {
  constexpr int kLaneStride = Sectors * 8 / 32; // in 4-byte words
  const unsigned lane = threadIdx.x % 32;
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 2654435761u;
  Word any{};
#pragma unroll 8
  for (int trip = 0; trip < kTrips; ++trip) {
    unsigned run = at >> 13 & ~(Sectors - 1u);
    any = mix(any, __ldcg(reinterpret_cast<const Word *>(in + run * 8 + lane * kLaneStride)));
    at += 0x61c88647u * 8;
  }
  if (isOne(any))
    out[threadIdx.x] = any;
}

template <int Sectors, typename Word> void runCeiling(const char *name, float4 *const (&arrays)[3], int sms) {
  double t = seconds([&] {
    readSectorRuns<Sectors, Word>
        <<<sms * 2, 1024>>>(reinterpret_cast<Word *>(arrays[0]), reinterpret_cast<const int *>(arrays[1]));
  });
  std::printf("l2_sectors_per_s.%s=%.6g\n", name, double(sms) * 2 * 32 * kTrips * Sectors / t);
}

void sectorCeilings(float4 *const (&arrays)[3], int sms) {
  double t = seconds([&] {
    readScatteredSectors<<<sms * 2, 1024>>>(reinterpret_cast<int *>(arrays[0]),
                                            reinterpret_cast<const int *>(arrays[1]));
  });
  std::printf("l2_sectors_per_s.scattered_32=%.6g\n", double(sms) * 2 * 1024 * kTrips / t);
  runCeiling<32, int>("stride_32_bytes_32", arrays, sms);
  runCeiling<16, int4>("contiguous_16", arrays, sms);
  runCeiling<8, int>("stride_8_bytes_8", arrays, sms);
  runCeiling<4, int>("contiguous_4", arrays, sms);
}

// Arithmetic: eight chains of multiply-add a thread, in registers.

template <typename T> __device__ T multiplyAdd(T a, T b, T c) { return a * b + c; }
__device__ __half2 multiplyAdd(__half2 a, __half2 b, __half2 c) { return __hfma2(a, b, c); }

__device__ bool isOne(float v) { return v == 1; }
__device__ bool isOne(double v) { return v == 1; }
__device__ bool isOne(__half2 v) { return __low2float(v) == 1; }

template <typename T> __global__ void multiplyAdds(T *out, T factor, T term, int trips, long long *cycles) {
  long long start = clock64();
  T x[8];
  for (int k = 0; k < 8; ++k)
    x[k] = multiplyAdd(factor, term, k % 2 ? factor : term);
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip)
#pragma unroll
    for (int k = 0; k < 32 * 8; ++k)
      x[k % 8] = multiplyAdd(x[k % 8], factor, term);
  for (int k = 1; k < 8; ++k)
    x[0] = multiplyAdd(x[0], x[k], term);
  if (isOne(x[0]))
    out[threadIdx.x] = x[0];
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *cycles = clock64() - start;
}

template <typename T>
void arithmeticCeiling(const char *name, float4 *const (&arrays)[3], int sms, T factor, T term, int perWord,
                       int trips) {
  long long *cycles = reinterpret_cast<long long *>(arrays[2]);
  const int blocks = sms * 4, threads = 512; // all resident
  double t = seconds(
      [&] { multiplyAdds<T><<<blocks, threads>>>(reinterpret_cast<T *>(arrays[0]), factor, term, trips, cycles); });
  long long elapsed = 0;
  check(cudaMemcpy(&elapsed, cycles, sizeof elapsed, cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("%s_flop_per_s=%.6g\n", name, double(blocks) * threads * trips * 32 * 8 * 2 * perWord / t);
  std::printf("sm_clock_hz.%s=%.6g\n", name, double(elapsed) / t);
}

} // namespace

int main() {
  cudaDeviceProp part{};
  int device = 0, driver = 0, runtime = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaGetDeviceProperties(&part, device), "cudaGetDeviceProperties");
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  char date[16] = "";
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  const int sms = part.multiProcessorCount;
  std::printf("part=%s\narch=sm_%d%d\ndate=%s\ndriver_api=%d\nruntime=%d\nsms=%d\n", part.name, part.major, part.minor,
              date, driver, runtime, sms);

  float4 *arrays[3];
  for (float4 *&array : arrays) {
    check(cudaMalloc(&array, kArrayBytes), "cudaMalloc");
    check(cudaMemset(array, 0, kArrayBytes), "cudaMemset");
  }
  memoryCeilings(arrays, sms);
  lineCeiling<1>("lines_1", arrays, sms);
  lineCeiling<2>("lines_2", arrays, sms);
  lineCeiling<4>("lines_4", arrays, sms);
  lineCeiling<8>("lines_8", arrays, sms);
  lineCeiling<16>("lines_16", arrays, sms);
  lineCeiling<32>("lines_32", arrays, sms);
  lineCeiling<32, true>("lines_32_same_bank", arrays, sms);
  sectorCeilings(arrays, sms);
  arithmeticCeiling<float>("f32", arrays, sms, 0.5f, 0.25f, 1, 1024);
  arithmeticCeiling<double>("f64", arrays, sms, 0.5, 0.25, 1, 512);
  arithmeticCeiling<__half2>("f16", arrays, sms, __floats2half2_rn(0.5f, 0.5f), __floats2half2_rn(0.25f, 0.25f), 2,
                             1024);
  return 0;
}
