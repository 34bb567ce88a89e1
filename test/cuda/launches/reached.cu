// What is reached from the address of a part: the rest of the object, too. In none of these is the value that the
// kernel gets the one that was written before, but for the last: the runtime writes what its pointer names, nothing
// around it.
//
// RUN: %sectorscope audit %s --toolkit=own | %FileCheck %s
// CHECK: block 32x1x1 (launched at {{.*}}), grid 1x1x1
// CHECK-NOT: n =
// CHECK: block 32x1x1 (launched at {{.*}}), grid 1x1x1, n = 77
// CHECK-NOT: n =
#include <cuda_runtime.h>

__global__ void k(int *p, int n) { p[threadIdx.x] = n; }
#define W(n) k<<<1, 32>>>(p, n)
struct V3 {
  int x, y, z;
  int &operator[](int i) { return (&x)[i]; }
};
extern "C" void *memcpy(void *, const void *, unsigned long);
void ext2(int *);
struct Bs {
  int b = 0;
};
struct Dr : Bs {
  int n = 2;
};
struct Vb {
  virtual void f() {}
};
struct Vd : Vb {
  int n = 2;
  void f() override { n = 7; }
};
struct R {
  int d[3];
  int *begin() { return d; }
  int *end() { return d + 3; }
};
void a1(int *p) {
  V3 v{1, 2, 3};
  v[1] = 9;
  W(v.y);
}
void a2(int *p) {
  V3 v{1, 2, 3};
  int s[3] = {7, 8, 9};
  memcpy(&v.x, s, 12);
  W(v.y);
}
void a3(int *p) {
  V3 v{1, 2, 3};
  ext2(&v.x);
  W(v.y);
}
void a4(int *p) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int *q = &m[0][0];
  q[4] = 9;
  W(m[1][1]);
}
void a5(int *p) {
  struct {
    int a[2];
    int b;
  } s = {{1, 2}, 3};
  int *q = s.a;
  q[2] = 9;
  W(s.b);
}
void a6(int *p) {
  dim3 g(1, 2, 3);
  unsigned *q = &g.x;
  q[1] = 5;
  W(g.y);
}
void a7(int *p) {
  Vd d;
  Vb *b = &d;
  b->f();
  W(d.n);
}
void a8(int *p) {
  Dr d;
  Bs *b = &d;
  static_cast<Dr *>(b)->n = 7;
  W(d.n);
}
void a9(int *p, int c) {
  int a = 1, b = 2;
  int *e[2] = {&a, &b};
  *e[c > 1] = 9;
  W(b);
}
void a10(int *p) {
  int a = 1;
  int *volatile q = &a;
  *q = 9;
  W(a);
}
void a11(int *p) {
  R r{{1, 2, 3}};
  for (int &x : r)
    x = 9;
  W(r.d[0]);
}
void b1(int *p) {
  struct {
    float *d;
    int n;
  } s;
  s.n = 77;
  cudaMalloc(&s.d, 4);
  W(s.n);
}
