// Inline PTX in CUDA: what clang makes of its operands, as docs/inline-ptx.md tells it.
// RUN: %sectorscope audit %s --format=check --block 128 --grid 4 --assume n=500 | %FileCheck %s
//
// 500 elements are 15 full warps and 20 lanes of one.
// CHECK: inline_ptx.cu:17 copy 16B sectors=10/15.625/16 ideal=15.625 lanes=32 exact
// CHECK-NEXT: inline_ptx.cu:20 load shared 16B wavefronts=2/2/2 ideal=2 lanes=32 exact
// CHECK-NEXT: inline_ptx.cu:21 store 4B sectors=3/3.9375/4 ideal=3.9375 lanes=31.25 exact
// CHECK-NEXT: inline_ptx.cu:22 store 4B sectors=4/4/4 ideal=4 lanes=32 exact
// CHECK-NEXT: inline_ptx.cu:22 load 4B sectors=4/4/4 ideal=4 lanes=32 exact
// CHECK-NOT: not-analysed

__global__ void stage(const float4 *in, float *out, int *flags, int n) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  int bytes = i < n ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in + i), "r"(bytes) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  unsigned a, b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(to));
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, %1; @p st.global.cs.b32 [%2], %3; }" ::"r"(i), "r"(n), "l"(out + i), "r"(a + b) : "memory");
  __stcg(flags + i, __ldcg(flags + i) + 1);
}
