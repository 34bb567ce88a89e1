#pragma once

#include <cuda_runtime.h>

/// The element of this thread in a one-dimensional launch.
__device__ inline int globalIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }
