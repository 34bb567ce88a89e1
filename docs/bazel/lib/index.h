#pragma once

#include <cuda_runtime.h>

__device__ inline int globalIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }
