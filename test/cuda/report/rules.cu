// What is found, and what is not.
//
// RUN: %sectorscope audit %s --toolkit=own --format=json | %python -c "import json,sys; [print(f['line'], f['severity'], f['rule'], f['message']) for f in sorted(json.load(sys.stdin)['findings'], key=lambda f: (f['line'], f['column'], f['rule']))]" | %FileCheck %s --implicit-check-not=warning --implicit-check-not=note

#include <cuda_runtime.h>

// Ideal for their width, uniform, data-dependent, shared: nothing.
__global__ void quiet(char *bytes, float4 *wide, const float *one, const int *index, float *words) {
  __shared__ float tile[33 * 32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bytes[i] = 1;
  wide[i] = make_float4(*one, 0, 0, 0);
  tile[33 * (threadIdx.x & 31)] = words[index[i]];
  __syncthreads();
  words[i] = tile[threadIdx.x];
}

__global__ void strided(float *words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning excess-sectors load of 4 bytes per lane moves 32 sectors per request, ideal 4 (8.0x); block 256x1x1 assumed{{.*}}
  words[i] = words[1024 * i];
}

__global__ void odd(float *words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning misaligned store of 4 bytes per lane moves 5 sectors per request, ideal 4 (1.25x); block 256x1x1 assumed{{.*}}
  words[i + 7] = 0;
}

// The centre of a stencil is aligned: its sides are notes.
__global__ void stencil(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] note misaligned load of 4 bytes per lane moves 5 sectors per request, ideal 4 (1.25x){{.*}}
  out[i] = in[i] + in[i + 1];
}

// Three instances, one place.
template <int N> __global__ void instance(float *words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning partial-write store of 4 bytes per lane leaves all 32 sectors of a request partly written, 4 of 32 bytes of each: 32 fills per request, each a read of 32 bytes from DRAM; block 256x1x1 assumed{{.*}}; and in 2 more kernels
  words[N * i] = 0;
}
template __global__ void instance<2>(float *);
template __global__ void instance<4>(float *);
template __global__ void instance<16>(float *);

__global__ void silenced(float *words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  words[i] = words[1024 * i]; // NOLINT(sectorscope-excess-sectors)
}
