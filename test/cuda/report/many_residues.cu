// A product of 24 bits hangs on each of 2^24 residues of the block and of the grid: too many to be divided by, so the
// lanes that read are not known. Their list would take gigabytes.
//
// RUN: %python %S/Inputs/in_memory.py 4096 %sectorscope audit %s --arch=sm_90 --toolkit=own | %FileCheck %s
// CHECK: load 4 B constant{{.*}}unknown
// CHECK: unknown because: enumeration exceeded its budget
// CHECK: store 4 B{{.*}}bounded

__constant__ unsigned table[8][31];

__global__ void parity(unsigned *out, unsigned seed, unsigned n) {
  const unsigned start = (blockDim.x & 0xffffff) * (blockIdx.x & 0xffffff) + threadIdx.x;
  for (unsigned pos = start; pos < n; pos += (blockDim.x & 0xffffff) * (gridDim.x & 0xffffff)) {
    unsigned sum = 0, data = seed + pos;
    for (int bit = 0; bit < 31; bit++, data >>= 1)
      if (data & 1)
        sum ^= table[threadIdx.y][bit];
    out[threadIdx.y * n + pos] = sum;
  }
}
