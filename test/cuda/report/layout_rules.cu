// Fields of records, sectors that stay partly written, vectors in parts: what is bad fires, its fixed twin does not.
//
// RUN: %sectorscope audit %s --toolkit=own --format=json | %python -c "import json,sys; [print(f['line'], f['severity'], f['rule'], f['message']) for f in sorted(json.load(sys.stdin)['findings'], key=lambda f: (f['line'], f['column'], f['rule']))]" | %FileCheck %s --implicit-check-not=warning --implicit-check-not=note

#include <cuda_runtime.h>

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

__global__ void massesOfRecords(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning field-stride load of 4 bytes per lane takes one field of records of 32 bytes: 4 of the 32 bytes of a sector are used; 32 sectors per request, ideal 4 (8.0x); block 256x1x1 assumed{{.*}}
  out[i] = p[i].mass;
}

__global__ void massesOfAnArray(const float *mass, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = mass[i];
}

// Two fields: one finding, and it names the other line.
__global__ void twoFields(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning field-stride load of 4 bytes per lane takes one field of records of 32 bytes: 8 of the 32 bytes of a sector are used, 4 by this access and the rest at line [[#@LINE+2]]; 32 sectors per request{{.*}}
  float mass = p[i].mass;
  float x = p[i].x;
  out[i] = mass * x;
}

// 24 of 32 bytes at once: what is fetched is used.
__global__ void mostFields(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+4]] note excess-sectors load of 4 bytes per lane moves 32 sectors per request, ideal 4 (8.0x)
  // CHECK: [[#@LINE+3]] note split-vector 4 loads of 4 bytes per lane are an aligned piece of 16 bytes: 4 requests of 128 sectors together, where one request of 32 would do
  // CHECK: [[#@LINE+2]] note excess-sectors
  // CHECK: [[#@LINE+1]] note excess-sectors
  float x = p[i].x, y = p[i].y, z = p[i].z,
        // CHECK: [[#@LINE+4]] note excess-sectors
        // CHECK: [[#@LINE+3]] note excess-sectors
        // CHECK: [[#@LINE+2]] note split-vector 2 loads of 4 bytes per lane are an aligned piece of 8 bytes: 2 requests of 64 sectors together, where one request of 32 would do
        // CHECK: [[#@LINE+1]] note excess-sectors
        u = p[i].vx, v = p[i].vy, w = p[i].vz;
  out[i] = x * u + y * v + z * w;
}

// The record is read whole, one step of a loop at a time: a row for each lane, not a field.
__global__ void walk(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; ++k)
    // CHECK: [[#@LINE+1]] warning chunk-per-thread load
    sum += in[16 * i + k];
  out[i] = sum;
}

__global__ void setMassesOfRecords(Particle *p, float m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning partial-write store of 4 bytes per lane leaves all 32 sectors of a request partly written, 4 of 32 bytes of each: 32 fills per request, each a read of 32 bytes from DRAM; block 256x1x1 assumed{{.*}}
  p[i].mass = m;
}

__global__ void setMassesOfAnArray(float *mass, float m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mass[i] = m;
}

// The sector has been fetched by the load: nothing is left to fill.
__global__ void updated(Particle *p, float m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning field-stride load of 4 bytes per lane
  p[i].mass += m;
}

// One column each, by all blocks together whole sectors.
__global__ void columnOfABlock(float *out, int n) {
  // CHECK: [[#@LINE+1]] warning excess-sectors store
  out[threadIdx.x * 4096 + blockIdx.x] = 1;
}

// Every channel is written, by later iterations of the outer loop.
__global__ void channels(float *out, int count, int n) {
#pragma unroll 1
  for (int c = 0; c < 8; ++c)
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      // CHECK: [[#@LINE+1]] warning excess-sectors store
      out[8 * i + c] = 1;
}

__global__ void sumOfABlock(float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = 1;
}

struct Colour {
  float r, g, b, a;
};

__global__ void paintParts(Colour *out, float v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]] warning split-vector 4 stores of 4 bytes per lane are an aligned piece of 16 bytes: 4 requests of 64 sectors together, where one request of 16 would do; block 256x1x1 assumed{{.*}}
  out[i].r = v;
  out[i].g = 2 * v;
  out[i].b = 3 * v;
  out[i].a = 1;
}

__global__ void paintVectors(float4 *out, float v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = make_float4(v, 2 * v, 3 * v, 1);
}

// Two parts that fill their sectors: no time was lost to speak of.
__global__ void conjugate(const float2 *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 z = in[i];
  // CHECK: [[#@LINE+2]] note excess-sectors store
  // CHECK: [[#@LINE+1]] note split-vector 2 stores of 4 bytes per lane are an aligned piece of 8 bytes: 2 requests of 16 sectors together, where one request of 8 would do
  out[2 * i] = z.x;
  // CHECK: [[#@LINE+1]] note excess-sectors store
  out[2 * i + 1] = -z.y;
}

// Six of eight fields: one finding for all of them.
__global__ void reset(Particle *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+2]] warning partial-write store of 4 bytes per lane leaves all 32 sectors of a request partly written, 24 of 32 bytes of each: 32 fills per request
  // CHECK: [[#@LINE+1]] warning split-vector 4 stores
  p[i].x = 1;
  p[i].y = 2;
  p[i].z = 3;
  p[i].vx = 4;
  // CHECK: [[#@LINE+1]] warning split-vector 2 stores
  p[i].vy = 5;
  p[i].vz = 6;
}

// Idle lanes are no records.
__global__ void everyFourth(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 4 == 0)
    // CHECK: [[#@LINE+2]] warning partial-write store of 4 bytes per lane leaves all 4 sectors of a request partly written, 8 of 32 bytes of each
    // CHECK: [[#@LINE+1]] warning excess-sectors load
    out[i] = in[i];
}

// 12 bytes are no vector: nothing to join.
struct Point {
  float x, y, z;
};

__global__ void lengths(const Point *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+3]] note excess-sectors
  // CHECK: [[#@LINE+2]] note excess-sectors
  // CHECK: [[#@LINE+1]] note excess-sectors
  out[i] = in[i].x * in[i].x + in[i].y * in[i].y + in[i].z * in[i].z;
}
