// RUN: %sectorscope audit %s --blok 32 --format=check | FileCheck %s
__global__ void f(float *a) { a[threadIdx.x] = 1; }
