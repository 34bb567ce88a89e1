// What must stay unknown: a launch that is told wrong is worse than one that is not told.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t
#include <cstdio>
#include <cstdlib>
#include <functional>

#define KERNEL(name) __global__ void name(float *a) { a[threadIdx.x] = 0; }
KERNEL(argument)
KERNEL(byAddress)
KERNEL(byAlias)
KERNEL(byUnknownIndex)
KERNEL(byGlobal)
KERNEL(byForeign)
KERNEL(byNeighbour)
KERNEL(byVolatile)
KERNEL(byCondition)
KERNEL(byCast)
KERNEL(byUnion)
KERNEL(byAssembly)
KERNEL(byCapture)
KERNEL(byVirtual)
KERNEL(byDestructor)
KERNEL(byMember)
KERNEL(byCatch)
KERNEL(byOverflow)
KERNEL(later)
KERNEL(byParameter)
// Each of them is launched with a grid of 3, and a block that nobody knows. By address and by alias, it is 64 first.
// CHECK: argument(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byAddress(float*): block 64x1x1 grid 3x1x1 (host-code
// CHECK-NEXT: byAddress(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byAlias(float*): block 128x1x1 grid 3x1x1 (host-code
// CHECK: byUnknownIndex(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byGlobal(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byForeign(float*): block 256x1x1 grid 3x1x1 (assumed
// Never written here, but another file may do so.
// CHECK: byNeighbour(float*): block 96x1x1 grid 3x1x1 (host-code
// CHECK-NEXT: byNeighbour(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byVolatile(float*): block 256x1x1 grid 3x1x1 (assumed
// It is 64 before the condition has come to its end.
// CHECK: byCondition(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byCast(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byUnion(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byAssembly(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byCapture(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byVirtual(float*): block 256x1x1 grid 3x1x1 (assumed
// A destructor that is known is run: 48.
// CHECK: byDestructor(float*): block 48x1x1 grid 3x1x1 (host-code
// From the address of a member the whole struct is reached.
// CHECK: byMember(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK-NOT: byMember
// CHECK: byCatch(float*): block 256x1x1 grid 3x1x1 (assumed
// CHECK: byOverflow(float*): block 256x1x1 grid 3x1x1 (assumed
// A pointer that somebody kept: known until the next call of a stranger.
// CHECK: later(float*): block 32x1x1 grid 3x1x1 (host-code
// CHECK-NEXT: later(float*): block 256x1x1 grid 3x1x1 (assumed
// Nobody calls this one.
// CHECK: byParameter(float*): block 256x1x1 grid 3x1x1 (assumed

extern int foreign;
int shared = 64, neighbour = 96;
void stranger(...);
void keep(int *);
void apply(std::function<void()>);
struct Shape {
  virtual ~Shape() = default;
  virtual int threads() { return 64; }
};
struct Guard {
  int &value;
  ~Guard() { value = 48; }
};
struct Setup {
  int threads, other;
};

void unnamed(float *a, int n = 64) { byParameter<<<3, n>>>(a); }

int main(int argc, char **argv) {
  float *a = nullptr;
  byNeighbour<<<3, neighbour>>>(a);
  stranger();
  byNeighbour<<<3, neighbour>>>(a);
  if (argc == 64 && argc++)
    byCondition<<<3, argc>>>(a);
  volatile int changing = 64;
  byVolatile<<<3, changing>>>(a);
  int threads = 64;
  if (argc > 1)
    threads = atoi(argv[1]);
  argument<<<3, threads>>>(a);

  int here = 64;
  byAddress<<<3, here>>>(a);
  stranger(&here);
  byAddress<<<3, here>>>(a);

  int named = 64, &alias = named, *pointer = &named;
  alias = 32;
  *pointer += 96;
  byAlias<<<3, named>>>(a);

  int list[4] = {64, 64, 64, 64};
  list[argc] = 32;
  byUnknownIndex<<<3, list[0]>>>(a);

  shared = 32;
  stranger();
  byGlobal<<<3, shared>>>(a);
  byForeign<<<3, foreign>>>(a);

  int cast = 64;
  *(short *)&cast = 32;
  byCast<<<3, cast>>>(a);
  union {
    int whole;
    char first;
  } both;
  both.whole = 64;
  both.first = 32;
  byUnion<<<3, both.whole>>>(a);
  int assembled = 64;
  asm("" : "+r"(assembled));
  byAssembly<<<3, assembled>>>(a);
  int captured = 64;
  apply([&captured] { captured = 32; });
  byCapture<<<3, captured>>>(a);
  Shape *shape = new Shape;
  byVirtual<<<3, shape->threads()>>>(a);
  int guarded = 64;
  {
    Guard guard{guarded};
  }
  byDestructor<<<3, guarded>>>(a);
  Setup setup{32, 64};
  stranger(&setup.other);
  byMember<<<3, setup.threads>>>(a);
  byMember<<<3, setup.other>>>(a);
  int tried = 64;
  try {
    tried = 32;
    stranger();
    tried = 64;
  } catch (...) {
    byCatch<<<3, tried>>>(a);
  }
  int large = 2147483647;
  byOverflow<<<3, (large + 1) & 64>>>(a);
  int kept = 0;
  keep(&kept);
  kept = 32;
  later<<<3, kept>>>(a);
  stranger();
  later<<<3, kept>>>(a);
}
