// Shared, local and constant memory and atomics: each bad example has its finding, its twin has none. The numbers are those
// of a brute force over the lanes.
// RUN: %sectorscope audit %s --toolkit=own --launch 'wideColumns<<<1, 8x8>>>()' --format=check -- -O3 > %t.check
// RUN: %FileCheck --check-prefix=NUMBERS %s < %t.check
// RUN: %sectorscope audit %s --toolkit=own --launch 'wideColumns<<<1, 8x8>>>()' -- -O3 > %t.text
// RUN: %FileCheck --check-prefix=TEXT %s < %t.text
// RUN: %FileCheck --check-prefix=NOTES %s < %t.text

__constant__ float table[256];

template <int Pitch> __global__ void columns(float *out, const float *in) {
  __shared__ float tile[32][Pitch];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // NUMBERS: spaces.cu:[[@LINE+2]] load shared 4B wavefronts=32/32/32 ideal=1 lanes=32 exact {{.*}}columns<32>
  // NUMBERS: spaces.cu:[[@LINE+1]] load shared 4B wavefronts=1/1/1 ideal=1 lanes=32 exact {{.*}}columns<33>
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template __global__ void columns<32>(float *, const float *);
template __global__ void columns<33>(float *, const float *);
// TEXT:      spaces.cu:17:41  warning  [bank-conflict]
// TEXT-NEXT: load of 4 bytes per lane takes 32 wavefronts per request, ideal 1
// TEXT:      pad each row of 128 bytes by 4: then 1 here, and 2 instead of 33 in the 2 accesses to
// TEXT-NEXT: the array together

// 16-byte elements keep their alignment: rows grow by 16 bytes.
__global__ void wideColumns(float4 *out, const float4 *in) {
  __shared__ float4 tile[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 8 + x];
  __syncthreads();
  // NUMBERS: spaces.cu:[[@LINE+1]] load shared 16B wavefronts=32/32/32 ideal=4 lanes=32 exact
  out[y * 8 + x] = tile[x][y];
}
// A copy of 16 bytes is two accesses of 8 by clang; together they leave nothing unused.
// NOTES:      note  [excess-sectors]
// NOTES:      one of the pieces in which clang copies 16
// TEXT:      warning  [bank-conflict]
// TEXT-NEXT: load of 16 bytes per lane takes 32 wavefronts per request, ideal 4
// TEXT:      pad each row of 128 bytes by 16: then 4 here

__global__ void privateArray(float *out, const int *index) {
  float own[16];
  for (int i = 0; i < 16; ++i)
    own[i] = out[i * 64 + threadIdx.x];
  // NUMBERS: spaces.cu:[[@LINE+1]] load local 4B sectors=4..32
  out[threadIdx.x] = own[index[threadIdx.x] & 15];
}
// NOTES:      note  [local-array]
// NOTES-NEXT: array own of 64 bytes is indexed at run time and may lie in local memory: 4 to 32 sectors

__global__ void unrolledArray(float *out) {
  float own[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    own[i] = out[i * 64 + threadIdx.x];
  // NUMBERS-NOT: local {{.*}}unrolledArray
  out[threadIdx.x] = own[0] + own[1] * own[2] - own[3];
}

__global__ void constants(float *out, int k) {
  // NUMBERS: spaces.cu:[[@LINE+1]] load constant 4B wavefronts=32/32/32 ideal=1
  out[threadIdx.x] = table[threadIdx.x];
  // NUMBERS: spaces.cu:[[@LINE+1]] load constant 4B wavefronts=1/1/1 ideal=1
  out[threadIdx.x + 256] = table[blockIdx.x];
}
// TEXT:      spaces.cu:[[@LINE-4]]:{{.*}}  warning  [divergent-constant]
// TEXT-NEXT: lanes read 32 addresses of constant memory per request

__global__ void contended(float *sum, int *count, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // NUMBERS: spaces.cu:[[@LINE+1]] reduction 4B sectors=1/1/1 ideal=1 lanes=32 exact
  atomicAdd(sum, in[i]);
  // The assembler adds up integers by itself: one lane is left.
  // NUMBERS: spaces.cu:[[@LINE+1]] reduction 4B sectors=1/1/1 ideal=1 lanes=1 exact
  atomicAdd(count, 1);
  // NUMBERS: spaces.cu:[[@LINE+1]] reduction 4B sectors=4/4/4 ideal=4 lanes=32 exact
  atomicAdd(count + i, 1);
}
// TEXT:      warning  [atomic-contention]
// TEXT-NEXT: every block does an atomic on the same addresses: 32 lanes of a request on 1
// TEXT-NOT:  warning
