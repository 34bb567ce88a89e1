// Vector types have the size and alignment that lets one instruction move them, and one load is one load.
//
// RUN: %compile --own %s | %FileCheck %s

#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <vector_functions.h>
#include <vector_types.h>

template <class T, unsigned size, unsigned alignment> constexpr bool is = sizeof(T) == size && alignof(T) == alignment;
static_assert(is<char1, 1, 1> && is<char2, 2, 2> && is<char3, 3, 1> && is<char4, 4, 4>);
static_assert(is<uchar1, 1, 1> && is<uchar2, 2, 2> && is<uchar3, 3, 1> && is<uchar4, 4, 4>);
static_assert(is<short1, 2, 2> && is<short2, 4, 4> && is<short3, 6, 2> && is<short4, 8, 8>);
static_assert(is<int1, 4, 4> && is<int2, 8, 8> && is<int3, 12, 4> && is<int4, 16, 16>);
static_assert(is<uint1, 4, 4> && is<uint2, 8, 8> && is<uint3, 12, 4> && is<uint4, 16, 16>);
static_assert(is<long2, 16, 16> && is<ulong4, 32, 16> && is<longlong1, 8, 8> && is<longlong2, 16, 16>);
static_assert(is<ulonglong3, 24, 8> && is<ulonglong4, 32, 16>);
static_assert(is<float1, 4, 4> && is<float2, 8, 8> && is<float3, 12, 4> && is<float4, 16, 16>);
static_assert(is<double1, 8, 8> && is<double2, 16, 16> && is<double3, 24, 8> && is<double4, 32, 16>);
static_assert(is<dim3, 12, 4> && dim3(7).y == 1 && dim3(7, 2).z == 1);

// CHECK-LABEL: define {{.*}}@_Z6vectorP6float4PKS_P6uchar4(
__global__ void vector(float4 *out, const float4 *in, uchar4 *bytes) {
  dim3 block = blockDim;
  uint3 thread = threadIdx;
  // Four scalar loads of the final IR, which the backend joins since the first is aligned to all of them.
  // CHECK: load float, ptr %{{.*}}, align 16
  // CHECK: load float, ptr %{{.*}}, align 4
  float4 v = in[thread.x];
  // CHECK: store {{.*}}, align 16
  out[thread.x] = make_float4(v.x * block.x, v.y, v.z, v.w);
  // CHECK: store {{.*}}, align 4
  bytes[thread.x] = make_uchar4(1, 2, 3, thread.y);
}
