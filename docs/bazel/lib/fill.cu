#include "lib/index.h"

__global__ void fill(float *a) { a[globalIndex()] = FILL_VALUE; }
