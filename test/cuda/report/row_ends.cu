// Clamps at the end of a row and divisions by a row length: away from the warps in which a row ends the pattern is known.
// What is called the mean is the one for large arguments (4096): worked out by hand below.
//
// RUN: %sectorscope audit %s --toolkit=own --format=json > %t
// RUN: %python %S/Inputs/accesses.py %t | %FileCheck %s
// RUN: %sectorscope audit %s --toolkit=own --format=json --assume w%32=0 > %t.32
// RUN: %python %S/Inputs/accesses.py %t.32 | %FileCheck %s --check-prefix=WHOLE
#include <cuda_runtime.h>

__global__ void clamped(float *out, const float *in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * 8192 + x] =
      in[blockIdx.y * 8192 + min(x + 1, w - 1)];
}
// An odd start, 5 sectors; blocks of one row that lies within w = 4096 words, but for its last warp (4 sectors) and
// what lies behind it in the usual grid (64 blocks of 256): (127 * 5 + 4 + 384 * 1) / 512.
// CHECK: clamped [[#@LINE-4]] bounded bound 1..32 mean 1.998 lanes cut off by a bound that hangs on w

__global__ void around(float *out, const float *in, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    out[blockIdx.y * 4096 + x] =
        in[blockIdx.y * 4096 + (x == w - 1 ? 0 : x + 1)];
}
// An odd start: 5 sectors, in the last warp 4 and the start of the row.
// CHECK: around [[#@LINE-3]] bounded bound 1..32 mean 5 lanes cut off by a bound that hangs on w

__global__ void mirrored(float *out, const float *in, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[i < w ? i : 2 * w - 1 - i];
}
// Forwards or backwards, 32 words from a multiple of 32.
// CHECK: mirrored [[#@LINE-3]] bounded bound 1..32 mean 4 lanes cut off by a bound that hangs on w

__global__ void pitched(float *out, const float *in, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[i / w * 5120 + i % w];
}
// With rows of 32 words or a multiple, no warp holds the end of a row.
// CHECK: pitched [[#@LINE-3]] bounded bound 1..32 mean 4 a row ends inside the warp where w says
// WHOLE: pitched [[#@LINE-4]] exact None 4..4 mean 4 None

__global__ void transposed(float *out, const float *in, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =
      in[i % w * 1024 + i / w];
}
// CHECK: transposed [[#@LINE-2]] bounded bound 1..32 mean 32 a row ends inside the warp where w says
// WHOLE: transposed [[#@LINE-3]] exact None 32..32 mean 32 None

// A division that the host prepared: ((i * m >> 32) + i) >> s is i / d.
__global__ void prepared(float *out, const float *in, unsigned m, unsigned s, unsigned d) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned q = (__umulhi(i, m) + i) >> s;
  out[i] =
      in[q * 1024 + 2 * (i - q * d)];
}
// Two words per lane: 8 sectors.
// CHECK: prepared [[#@LINE-3]] bounded bound 1..32 mean 8

// Rows of whole warps: a bound that is met in every row is no end of the data, though blocks do not overlap.
__global__ void notTheTail(float *out, int n) {
  int w = n * 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  int y = i / w, x = i - y * w;
  if (x + 1 < w)
    out[i + 1] = y;
}
// CHECK: notTheTail [[#@LINE-2]] bounded mask 1..5
