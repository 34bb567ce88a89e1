// Integer fields of structs that are passed by value.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t

struct Shape {
  int rows;
  long stride;
};
struct View {
  float *data;
  Shape shape;
  int steps[3];
  short offset;
  bool isPadded;
  __host__ __device__ float &at(int x, int y) const { return data[y * shape.stride + x * steps[1] + offset]; }
};

__global__ void viewed(View view) {
  if (blockIdx.x < view.shape.rows && !view.isPadded)
    view.at(threadIdx.x, blockIdx.x) = 0;
}
// CHECK: viewed(View): block 32x1x1 grid 10x1x1 view.isPadded=0 view.offset=4 view.shape.rows=10 view.shape.stride=512 view.steps[1]=3 (host-code
// Not steps[0] and steps[2], which the kernel does not read.

struct Pair {
  int first, second;
};
__global__ void paired(float *a, Pair pair) { a[threadIdx.x * pair.first + pair.second] = 0; }
// CHECK: paired(float*, Pair): block 32x1x1 grid 1x1x1 pair.first=2 pair.second=8 (host-code

struct Base {
  int ld;
};
struct Derived : Base {
  Derived(int ld, int n) : Base{ld}, n(n) {}
  int n;
};
__global__ void derived(float *a, Derived d) {
  if (threadIdx.x < d.n)
    a[threadIdx.x * d.ld] = 0;
}
// CHECK: derived(float*, Derived): block 32x1x1 grid 1x1x1 d.ld=5 d.n=20 (host-code

struct One {
  int value;
};
__global__ void single(float *a, One one) { a[threadIdx.x * one.value] = 0; }
// CHECK: single(float*, One): block 32x1x1 grid 1x1x1 one.value=6 (host-code

template <typename F> __global__ void apply(F f, int n) {
  if (threadIdx.x < n)
    f(threadIdx.x);
}
// What a lambda captured, by the names of the variables.
// CHECK: void apply<{{.*}}lambda{{.*}}: block 32x1x1 grid 1x1x1 f.step=9 n=30 (host-code

__global__ void partly(float *a, Pair pair) { a[threadIdx.x * pair.first + pair.second] = 0; }
// CHECK: partly(float*, Pair): block 32x1x1 grid 1x1x1 pair.first=2 (host-code

void fill(View &view, float *data) {
  view.data = data;
  view.shape = {10, 512};
  for (int i = 0; i < 3; ++i)
    view.steps[i] = 2 + i;
  view.offset = 4;
  view.isPadded = false;
}

int main(int argc, char **) {
  float *a;
  cudaMalloc(&a, 1 << 20);
  View view;
  fill(view, a);
  viewed<<<view.shape.rows, 32>>>(view);
  paired<<<1, 32>>>(a, {2, 8});
  derived<<<1, 32>>>(a, Derived(5, 20));
  single<<<1, 32>>>(a, One{6});
  int step = 9;
  apply<<<1, 32>>>([a, step] __device__(int i) { a[i * step] = 0; }, 30);
  Pair pair{2, argc};
  partly<<<1, 32>>>(a, pair);
}
