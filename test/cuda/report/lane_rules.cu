// Rules about who reads what: each bad kernel, and its twin that is put right.
//
// RUN: %sectorscope audit %s --toolkit=own --format=json | %python -c "import json,sys; [print(f['line'], f['severity'], f['rule'], f['message'], '//', f['advice']) for f in sorted(json.load(sys.stdin)['findings'], key=lambda f: f['line'])]" | %FileCheck %s --implicit-check-not=warning --implicit-check-not=note

#include <cuda_runtime.h>

// threadIdx.x is the row: lanes run down a column of a and c.
__global__ void multiplyByRows(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: [[#@LINE+1]] warning transposed-index load of 4 bytes per lane moves up to 32 sectors per request, ideal 4 (8.0x); {{.*}} // swap the roles of threadIdx.x and threadIdx.y, and of blockIdx with them: in a block of the same shape 1 here instead of 32, and {{[0-9]+}} instead of {{[0-9]+}} in the {{[0-9]+}} accesses to global memory together (what is not known of grid and arguments taken as large)
    sum += a[row * n + k] * b[k * n + column];
  // CHECK: [[#@LINE+1]] note transposed-index store of 4 bytes per lane moves up to 32 sectors
  c[row * n + column] = sum;
}

// The swap made: b is worth a tile.
__global__ void multiplyByColumns(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: [[#@LINE+1]] note stage-in-shared the {{.*}} of b in a block {{.*}} sectors in the first iterations of a loop, {{[0-9]+}} different ones
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// A swap would move the problem to the load.
__global__ void transposed(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: [[#@LINE+1]] warning excess-sectors store of 4 bytes per lane moves up to 32 sectors
  out[x * n + y] = in[y * n + x];
}

// One access follows the contents of memory: nothing is known of it after a swap.
__global__ void gathered(float *out, const float *in, const int *index, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: [[#@LINE+1]] warning excess-sectors store of 4 bytes per lane moves up to 32 sectors
  out[x * n + y] = in[index[y]];
}

__global__ void chunked(float *data, float by, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
  for (int k = begin; k < begin + 64 && k < n; ++k)
    // CHECK: [[#@LINE+1]] warning chunk-per-thread load and store of 4 bytes per lane move 32 sectors per request, ideal 4 (8.0x); {{.*}} // let neighbouring lanes take neighbouring elements (threadIdx.x + k * threads, or one warp per row): per request 4 instead of 32 sectors
    data[k] *= by;
}

__global__ void interleaved(float *data, float by, int n) {
  int threads = gridDim.x * blockDim.x;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += threads)
    data[k] *= by;
}

// A row per thread, and a warp per row.
__global__ void meanByThread(float *mean, const float *in, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    // CHECK: [[#@LINE+1]] warning chunk-per-thread load of 4 bytes per lane moves up to 32 sectors
    sum += in[row * columns + k];
  mean[row] = sum / columns;
}
__global__ void meanByWarp(float *mean, const float *in, int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = lane; k < columns; k += 32)
    sum += in[row * columns + k];
  for (int other = 16; other > 0; other /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, other);
  if (lane == 0)
    mean[row] = sum / columns;
}

// Windows that overlap are no chunks, and a field leaves gaps.
__global__ void windows(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 40; ++k)
    // CHECK: [[#@LINE+1]] warning excess-sectors load of 4 bytes per lane moves 8.75 sectors
    sum += in[2 * i + k];
  out[i] = sum;
}
struct Record {
  float x, y, z, w;
};
__global__ void fields(float *out, const Record *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    // CHECK: [[#@LINE+1]] warning excess-sectors load of 4 bytes per lane moves up to 32 sectors
    sum += in[i * n + k].x;
  out[i] = sum;
}

// Nine points: each sector is read six times. Five: L1 does that well.
__global__ void blur(float *out, const float *in, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      // CHECK: [[#@LINE+1]] note stage-in-shared the 9 loads of in in a block move
      sum += in[(y + dy) * pitch + x + dx];
  out[y * pitch + x] = sum;
}
__global__ void blurFromTile(float *out, const float *in, int pitch) {
  __shared__ float tile[10][34];
  int x = blockIdx.x * 32, y = blockIdx.y * 8;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 10 * 34; i += 256)
    tile[i / 34][i % 34] = in[(y + i / 34) * pitch + x + i % 34];
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  out[(y + threadIdx.y) * pitch + x + threadIdx.x] = sum;
}

// Coefficients that all threads read alike, and what a thread reads again by itself.
__global__ void polynomial(float *out, const float *in, const float *coefficients, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[i] = out[i] * in[i] + coefficients[k];
}
