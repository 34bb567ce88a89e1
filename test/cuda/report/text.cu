// The report for people, whole.
//
// RUN: %sectorscope audit %s --toolkit=own > %t
// RUN: %FileCheck %s --match-full-lines --strict-whitespace < %t

#include <cuda_runtime.h>

struct Point {
  float x, y, z;
};

__global__ void shift(Point *points, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    points[i].y += 1.0f;
    sum[i] = sum[i + 1];
  }
}

// CHECK:Sectorscope: 1 kernel, 4 accesses, 2 findings (target sm_90, NVIDIA H200)
// CHECK-NEXT:sectors: 32-byte pieces moved per request (one warp instruction), min/mean/max where they differ;
// CHECK-NEXT:ideal: the fewest that hold the bytes asked for; traffic: sectors/ideal; lanes: active ones.
// CHECK-EMPTY:
// CHECK-NEXT:shift(Point*, float*, int)  {{(.*/)?}}text.cu:12
// CHECK-NEXT:  block 256x1x1 (assumed: pass --block to change), grid unknown
// CHECK-NEXT:  line   access     sectors  ideal  traffic  lanes  sure   address
// CHECK-NEXT:  15:17  load 4 B   12       4      3.0x     32     exact  points + 12*(256*ctaid.x + tid.x) + 4
// CHECK-NEXT:  15:17  store 4 B  12       4      3.0x     32     exact  points + 12*(256*ctaid.x + tid.x) + 4
// CHECK-NEXT:  16:12  store 4 B  4        4      1.0x     32     exact  sum + 4*(256*ctaid.x + tid.x)
// CHECK-NEXT:  16:14  load 4 B   5        4      1.25x    32     exact  sum + 4*(256*ctaid.x + tid.x + 1)
// CHECK-NEXT:    waste     52 % of the sectors that a block moves are not needed: 48 % by line 15
// CHECK-NEXT:    in all    a warp that executes all reads 17 sectors, and writes 16 sectors
// CHECK-NEXT:  assumes: all warps full but one at the end (tail), blockIdx.x does not overflow
// CHECK-EMPTY:
// CHECK-NEXT:Findings (2)
// CHECK-EMPTY:
// CHECK-NEXT:  {{(.*/)?}}text.cu:15:17  warning  [field-stride]
// CHECK-NEXT:    load of 4 bytes per lane takes one field of records of 12 bytes: 10.67 of the 32 bytes of a
// CHECK-NEXT:    sector are used; 12 sectors per request, ideal 4 (3.0x); block 256x1x1 assumed, the same for
// CHECK-NEXT:    every block of whole warps
// CHECK-NEXT:    kernel    shift(Point*, float*, int)
// CHECK-NEXT:    evidence  address points + 12*(256*ctaid.x + tid.x) + 4: byte 4 of records of 12 bytes; the
// CHECK-NEXT:              kernel reads no other field of it; the store to it moves as many sectors
// CHECK-NEXT:    advice    an array for each field that is used here (structure of arrays): 4 sectors per request
// CHECK-EMPTY:
// CHECK-NEXT:  {{(.*/)?}}text.cu:16:14  warning  [misaligned]
// CHECK-NEXT:    load of 4 bytes per lane moves 5 sectors per request, ideal 4 (1.25x); block 256x1x1 assumed,
// CHECK-NEXT:    the same for every block of whole warps
// CHECK-NEXT:    evidence  address sum + 4*(256*ctaid.x + tid.x + 1): starts 4 bytes past a 32-byte boundary
// CHECK-NEXT:    advice    start rows and arrays on a 32-byte boundary: pad the header or the pitch, or begin at
// CHECK-NEXT:              an aligned element
// CHECK-EMPTY:
// CHECK-NEXT:How sure
// CHECK-NEXT:  exact 4 (100 %), bounded 0 (0 %), unknown 0 (0 %), not analysed 0 (0 %)
// CHECK-NEXT:  assumed: global pointers are 256-byte aligned
// CHECK-NEXT:  assumed: lanes that part at a branch meet again where its paths join
