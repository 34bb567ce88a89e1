// --kernel, --block, --grid, --arg and a required block.
//
// RUN: %sectorscope audit %s --toolkit=own --kernel=^row --format=check | %FileCheck %s --check-prefix=ROW --implicit-check-not=column
// RUN: %sectorscope audit %s --toolkit=own --kernel=row --block 8,32 --format=check | %FileCheck %s --check-prefix=NARROW
// RUN: %sectorscope audit %s --toolkit=own --kernel=row --block 32,8 --grid=4,16 --format=json | %FileCheck %s --check-prefix=GIVEN
// RUN: %sectorscope audit %s --toolkit=own --kernel='column|half' --block any --format=check | %FileCheck %s --check-prefix=ANY
// RUN: %sectorscope audit %s --toolkit=own --kernel=half --block any | %FileCheck %s --check-prefix=TEXT
// RUN: env "SECTORSCOPE_CONFIG={block: any}" %sectorscope audit %s --toolkit=own --kernel=half | %FileCheck %s --check-prefix=TEXT
// RUN: env "SECTORSCOPE_CONFIG={block: any}" %sectorscope audit %s --toolkit=own --kernel=half --block 64 --format=check | %FileCheck %s --check-prefix=WINS
// RUN: %not %sectorscope audit %s --toolkit=own --kernel=nothing 2>&1 | %FileCheck %s --check-prefix=NONE

#include <cuda_runtime.h>

__global__ void row(float *out) {
  // ROW: {{.*}}:[[#@LINE+2]] store 4B sectors=4/4/4 ideal=4 lanes=32 exact block=32x8x1 kernel=row(float*)
  // NARROW: {{.*}}:[[#@LINE+1]] store 4B sectors=4/4/4 ideal=4 lanes=32 exact block=8x32x1 kernel=row(float*)
  out[1024 * (blockIdx.y * blockDim.y + threadIdx.y) + blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// ANY: {{.*}}:[[#@LINE+1]] store 4B sectors=32/32/32 ideal=4 lanes=32 exact block=any kernel=column(float*)
__global__ void column(float *out) { out[1024 * threadIdx.x + blockIdx.x] = 0; }

// A block of one warp has 16 lanes at work, one of two warps has 32.
__global__ void half(float *out) {
  if (threadIdx.x < blockDim.x / 2)
    // ANY: {{.*}}:[[#@LINE+2]] store 4B sectors={{[12]..4}} {{.*}} bounded block=any kernel=half(float*)
    // WINS: {{.*}}:[[#@LINE+1]] store 4B sectors=4/4/4 ideal=4 lanes=32 exact block=64x1x1 kernel=half(float*)
    out[threadIdx.x] = 0;
}
// TEXT: block of whole warps (as given), grid unknown

__global__ void __launch_bounds__(64) bounded(float *out) { out[threadIdx.x] = 0; }

// GIVEN: "origin": "option",
// GIVEN: "grid": [4,16,1],
// GIVEN-NEXT: "block": [32,8,1],

// NONE: sectorscope: --kernel: 'nothing' matches none of the {{[0-9]+}} kernels; names look like 'saxpy(float*, int)'
