// Who uses which fields of a record together, and what splitting it would do to each. The numbers of sectors are worked
// out by Inputs/record_sectors.py, address by address.
//
// RUN: %sectorscope audit %s --toolkit=own --records --kernel 'move|weigh|tag|gather|reverse|outside' | %FileCheck %s --check-prefix=TEXT
// RUN: %sectorscope audit %s --toolkit=own --format=json > %t.json
// RUN: %python %S/Inputs/validate.py %S/../../report.schema.json %t.json
// RUN: %python %S/Inputs/record_sectors.py %t.json | %FileCheck %s --check-prefix=SECTORS
// RUN: %sectorscope audit %t.json --format=json > %t.again.json && cmp %t.json %t.again.json
// RUN: %sectorscope merge %t.json %t.json | %python -c "import json,sys; a=json.load(sys.stdin)['records']; b=json.load(open(sys.argv[1]))['records']; assert a == b, 'not joined'" %t.json

#include <cuda_runtime.h>

struct Vec {
  float x, y, z;
};

struct Particle {
  Vec pos;
  float mass;
  Vec vel;
  int flags;
};

// Kernels that use the fields of a particle differently. 32 sectors read and 32 written; of arrays 6 * 4 and 3 * 4.
//
// TEXT-LABEL: Records (1)
// TEXT: Particle  32 bytes
// TEXT-NEXT: {{^    }}#1  #2  #3  #4  used   now   apart  grouped  kernel
// TEXT-NEXT: {{^    }}rw  .   r   .   24/32  64    36     36       move{{$}}
__global__ void move(Particle *p, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  p[i].pos.x += dt * p[i].vel.x;
  p[i].pos.y += dt * p[i].vel.y;
  p[i].pos.z += dt * p[i].vel.z;
}

// TEXT-NEXT: {{^    }}.   r   .   .   4/32   32    4      4        weigh{{$}}
__global__ void weigh(const Particle *p, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = p[i].mass;
}

// Every second element: 32 sectors of records, 8 of an array of flags.
// TEXT-NEXT: {{^    }}.   .   .   a   4/32   32    8      8        tag{{$}}
__global__ void tag(Particle *p, const int *groups) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicOr(&p[2 * i].flags, groups[i]);
}

// Elements that data choose: at most a sector for each lane and array, two where 12 bytes lie over its end.
// TEXT-NEXT: {{^    }}r   .   .   .   12/32  <=32  <=96   <=64     gather{{$}}
__global__ void gather(const Particle *p, const int *index, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = index[i];
  out[i] = p[j].pos.x + p[j].pos.y + p[j].pos.z;
}

// Through a by-value struct, backwards.
struct View {
  int n;
  const Particle *particles;
};
// TEXT-NEXT: {{^    }}.   r   .   .   4/32   32    4      4        reverse{{$}}
__global__ void reverse(View v, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = v.particles[v.n - 1 - i].mass;
}

// A variable of the module.
// TEXT-NEXT: {{^    }}.   r   .   .   4/32   32    4      4        outside{{$}}
// TEXT-NEXT: groups    #1 {pos.x, pos.y, pos.z} | #2 {mass} | #3 {vel.x, vel.y, vel.z} | #4 {flags}
// TEXT: Findings
__device__ Particle all[1 << 20];
__global__ void outside(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = all[i].mass;
}

// The layout of what is harder to take apart.
template <typename T> struct Odd {
  char kind; // three bytes of padding behind it
  T value;
  union {
    int number;
    float real;
  } key;
  struct {
    unsigned low : 4, high : 4;
  };
  float history[3];
  float4 plane;
  double table[40]; // one field
};
__global__ void odd(Odd<int> *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 plane = p[i].plane;
  out[i] = plane.x + plane.y + plane.z + plane.w + p[i].history[1];
  p[i].key.number = p[i].low;
}
// A member array, with an index that changes.
__global__ void sums(const Odd<int> *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 3; ++k)
    sum += p[i].history[k];
  out[i] = sum;
}
// SECTORS: Particle 32: pos.x@0+4 pos.y@4+4 pos.z@8+4 mass@12+4 vel.x@16+4 vel.y@20+4 vel.z@24+4 flags@28+4
// SECTORS: Odd<int> {{[0-9]+}}: kind@0+1 value@4+4 key@8+4 low|high@12+1 history[0]@16+4 history[1]@20+4 history[2]@24+4 plane.x@32+4 plane.y@36+4 plane.z@40+4 plane.w@44+4 table@48+320
// SECTORS: odd(Odd<int>*, float*): loads low|high history[1] plane.x plane.y plane.z plane.w; stores key; atomics
// SECTORS: sums(Odd<int> const*, float*): loads history[0] history[1] history[2]; stores; atomics

// A record that a kernel reads whole, by loads of 16 bytes through another type.
struct alignas(16) Quad {
  float a, b, c, d;
};
__global__ void whole(const Quad *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = reinterpret_cast<const float4 *>(p)[i];
  out[i] = v.x * v.y + v.z * v.w;
}
// SECTORS: Quad 16: a@0+4 b@4+4 c@8+4 d@12+4
// SECTORS: whole(Quad const*, float*): loads a b c d; stores; atomics
// SECTORS: checked 27 counts of 9 kernels, 5 of them against the footprint of the access

// One element for all is no array.
struct Settings {
  float scale, bias;
};
__global__ void single(const Settings *s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = s->scale * out[i] + s->bias;
}
// SECTORS-NOT: Settings
