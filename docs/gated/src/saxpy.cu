// RUN: %sectorscope-audit %s | %FileCheck %s
#include "index.h"

// y = a x + y. Each access is as good as it gets, and is to stay so.
__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = globalIndex();
  if (i < n) {
    // CHECK: src/saxpy.cu:[[#@LINE+3]] store 4B sectors=4/4/4 ideal=4 {{.*}} exact
    // CHECK-NEXT: src/saxpy.cu:[[#@LINE+2]] load 4B sectors=4/4/4 ideal=4 {{.*}} exact
    // CHECK-NEXT: src/saxpy.cu:[[#@LINE+1]] load 4B sectors=4/4/4 ideal=4 {{.*}} exact
    y[i] = a * x[i] + y[i]; // sectorscope-expect: sectors<=4
  }
}

void run(float *y, const float *x, int n) { saxpy<<<(n + 255) / 256, 256>>>(y, x, 2, n); }
