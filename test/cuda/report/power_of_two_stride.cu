// The same kernels on parts of which different things are known: a hash that camps (V100), partitions without a hash, a
// measured curve (H200), and nothing at all.
//
// DEFINE: %{audit} = %sectorscope audit %s --toolkit=own --format=json
// DEFINE: %{show} = %python -c "import json,sys; [print(f['line'], f['severity'], f['rule'], f['message'], '//', f['evidence'], '//', f['advice']) for f in sorted(json.load(sys.stdin)['findings'], key=lambda f: (f['line'], f['column'], f['rule'])) if f['rule'] in ('power-of-two-stride', 'atomic-contention')]"
// RUN: %{audit} --arch sm_70 | %{show} | %FileCheck %s --check-prefix=V100 --implicit-check-not=warning --implicit-check-not=note
// RUN: %{audit} --arch sm_80 | %{show} | %FileCheck %s --allow-empty --check-prefix=A100 --implicit-check-not=warning
// RUN: %{audit} --arch sm_90 | %{show} | %FileCheck %s --check-prefix=H200 --implicit-check-not=warning --implicit-check-not=note
// RUN: %{audit} --arch sm_75 | %{show} | %FileCheck %s --check-prefix=NONE --implicit-check-not=warning --implicit-check-not=note
// RUN: %{audit} --profile %S/Inputs/eight_partitions.json | %{show} | %FileCheck %s --check-prefix=PARTS --implicit-check-not=warning --implicit-check-not=note
//
// The threshold decides between a warning and a note.
// RUN: %{audit} --arch sm_90 --camping-loss 5 | %{show} | %FileCheck %s --check-prefix=FIVE --implicit-check-not=warning
// RUN: %{audit} --arch sm_70 --camping-loss 60 | %{show} | %FileCheck %s --check-prefix=SIXTY --implicit-check-not=warning
// RUN: %not %{audit} --camping-loss 0 2>&1 | %FileCheck %s --check-prefix=BAD
// BAD: --camping-loss: '0' is no whole number of percent from 1 to 100
//
// A100: {{^}}

#include <cuda_runtime.h>

// Tiles of 1024 words, one warp each, in rows of 32 KiWords and a pad of 256: tiles are 4 KiB apart, rows 129 KiB.
__global__ void tileSums(float *sums, const float *image) {
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // V100: [[#@LINE+4]] warning power-of-two-stride blocks that run at a time meet on few L2 slices: the busiest of 32 gets 4.00 times the average, lines at random 2.{{[0-9]+}} +- 0.{{[0-9]+}}; by this model at least {{3[0-9]}} % of the bandwidth is lost; block 32x1x1 launched at {{.*}} // address {{.*}}: neighbouring blocks are 4096 (x) and 132096 (y) bytes apart; 80 to 128 blocks in flight ask for 128 lines at a time // let block b begin its walk at step b % 8 and go around: then 2.00 times the average, lines at random 2.{{[0-9]+}}; or a pitch of 132224 instead of 132096 bytes (1033 lines, an odd number; 0.097 % more memory): then 2.00 times the average
    // NONE: [[#@LINE+3]] note power-of-two-stride a stride of 4096 bytes is a power of two; whether it costs anything is not known: neither a slice hash nor a stride curve of generic sm_75 is known;
    // PARTS: [[#@LINE+2]] warning power-of-two-stride blocks that run at a time meet on few memory partitions: the busiest of 8 gets 4.00 times the average
    // SIXTY: [[#@LINE+1]] note power-of-two-stride
    sum += image[blockIdx.y * 33024 + blockIdx.x * 1024 + k * 32 + threadIdx.x];
  sums[(blockIdx.y * 32 + blockIdx.x) * 32 + threadIdx.x] = sum;
}

// Atomics on the first word of each tile camp as loads do.
__global__ void tileCounts(float *counts, float by) {
  // V100: [[#@LINE+4]] warning power-of-two-stride {{.*}} gets 4.00 times the average
  // NONE: [[#@LINE+3]] note power-of-two-stride
  // PARTS: [[#@LINE+2]] warning power-of-two-stride
  // SIXTY: [[#@LINE+1]] note power-of-two-stride
  atomicAdd(&counts[blockIdx.y * 33024 + blockIdx.x * 1024], by);
}

// The same bins for every block, a power of two apart: one finding, the one with the loss.
__global__ void bins(float *counts, float by) {
  // V100: [[#@LINE+4]] note atomic-contention
  // H200: [[#@LINE+3]] note atomic-contention
  // NONE: [[#@LINE+2]] note power-of-two-stride a stride of 8192 bytes
  // PARTS: [[#@LINE+1]] warning power-of-two-stride {{.*}} the busiest of 8 gets 8.00 times the average
  atomicAdd(&counts[threadIdx.x * 2048], by);
}

// A block for each row, rows as long as is told: only at 2048 bytes on one of 8 partitions.
__global__ void rowStarts(float *out, const float *rows, int pitch) {
  // PARTS: [[#@LINE+1]] warning power-of-two-stride {{.*}} the busiest of 8 gets 8.00 times the average, lines at random 1.0{{[0-9]}} +- {{.*}} // address {{.*}}; 80 to 2000 blocks in flight ask for 4000 lines at a time // a pitch of 2176 instead of 2048 bytes (17 lines, an odd number; 6.2 % more memory): then 1.00 times the average
  out[blockIdx.x * 64 + threadIdx.x] = rows[blockIdx.x * pitch + threadIdx.x];
}

// Nobody told the pitch: nothing is said.
__global__ void unknownPitch(float *out, const float *rows, int pitch) {
  out[blockIdx.x * 64 + threadIdx.x] = rows[blockIdx.x * pitch + threadIdx.x];
}

// Blocks side by side.
__global__ void saxpy(float *y, const float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] += x[i];
}

// Each block walks a row.
__global__ void rowWalk(float *out, const float *rows) {
  float sum = 0;
  for (int k = 0; k < 512; ++k)
    // H200: [[#@LINE+4]] note power-of-two-stride a pitch of 524288 bytes, walked like this (row_walk), lost 8 to 9 % of the bandwidth against padded ones on NVIDIA H200; {{.*}} 132 to 2112 blocks in flight; measured: NVIDIA H200, {{.*}} // a pitch of 524416 bytes (4097 lines, an odd number; 0.024 % more memory)
    // FIVE: [[#@LINE+3]] warning power-of-two-stride a pitch of 524288 bytes
    // NONE: [[#@LINE+2]] note power-of-two-stride a stride of 524288 bytes
    // PARTS: [[#@LINE+1]] warning power-of-two-stride
    sum += rows[blockIdx.x * (1 << 17) + k * 32 + threadIdx.x];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

// A thread for each row: 32 KiB in all, which may lie in L2. Nothing says whether they do.
__global__ void rowHeads(float4 *rows) {
  // H200: [[#@LINE+4]] note power-of-two-stride a pitch of 4194304 bytes, walked like this (column_store), lost {{.*}} % of the bandwidth against padded ones on NVIDIA H200, 14 to 20 % where the data lay in L2;
  // FIVE: [[#@LINE+3]] note power-of-two-stride a pitch of 4194304 bytes
  // NONE: [[#@LINE+2]] note power-of-two-stride a stride of 4194304 bytes
  // PARTS: [[#@LINE+1]] warning power-of-two-stride
  rows[(blockIdx.x * 256 + threadIdx.x) << 18] = make_float4(0, 0, 0, 0);
}

void launch(float *a, float *b, int pitch) {
  tileSums<<<dim3(32, 4), 32>>>(a, b);
  tileCounts<<<dim3(32, 4), 32>>>(a, 1.5f);
  bins<<<500, 128>>>(a, 1.5f);
  rowStarts<<<2000, 64>>>(a, b, 512);
  unknownPitch<<<2000, 64>>>(a, b, pitch);
  saxpy<<<1000, 256>>>(a, b, 10000000);
  rowWalk<<<2112, 32>>>(a, b);
  rowHeads<<<4, 256>>>(reinterpret_cast<float4 *>(a));
}
