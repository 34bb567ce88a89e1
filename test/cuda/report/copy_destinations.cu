// Copies past L1 count a sector once for each sector of shared memory that they fill. Of two shared arrays, neither is
// known to start at one of these, so a start 16 bytes further on is bounded just like the other. Aligned to 32 bytes,
// both are exact: 16 sectors that fill 16, and 16 of which each half falls into another: 32.
//
// RUN: %sectorscope audit %s --toolkit=own --format=check --block 128 | %FileCheck %s

template <int Alignment, int Offset> __global__ void copies(const float4 *in, float *out, int i) {
  __shared__ __align__(Alignment) float to[1028];
  __shared__ __align__(Alignment) float other[128];
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(to + Offset + 4 * threadIdx.x));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(in + threadIdx.x) : "memory");
  other[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = to[i] + other[i];
}
// CHECK: copy 16B sectors=16..32 ideal=16..16 lanes=32..32 bounded {{.*}}copies<16, 0>
template __global__ void copies<16, 0>(const float4 *, float *, int);
// CHECK: copy 16B sectors=16..32 ideal=16..16 lanes=32..32 bounded {{.*}}copies<16, 4>
template __global__ void copies<16, 4>(const float4 *, float *, int);
// CHECK: copy 16B sectors=16/16/16 ideal=16 lanes=32 exact {{.*}}copies<32, 0>
template __global__ void copies<32, 0>(const float4 *, float *, int);
// CHECK: copy 16B sectors=32/32/32 ideal=16 lanes=32 exact {{.*}}copies<32, 4>
template __global__ void copies<32, 4>(const float4 *, float *, int);

// Lanes whose source size is not known may read nothing, wherever they point.
__global__ void gathered(const float4 *in, const int *index, float *out, const int *size) {
  __shared__ float4 to[128];
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(to + threadIdx.x));
  // CHECK: copy 16B sectors=0..32 ideal=0..16 lanes=32..32 bounded {{.*}}gathered
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(in + index[threadIdx.x]),
               "r"(size[threadIdx.x])
               : "memory");
  __syncthreads();
  out[threadIdx.x] = to[threadIdx.x ^ 1].x;
}
