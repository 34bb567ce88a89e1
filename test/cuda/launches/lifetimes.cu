// When objects end, and what that does to the launches behind it. The values are those that g++ and clang++ give.
// RUN: %sectorscope audit %s --toolkit own --format=json | %python %S/Inputs/launches.py > %t
// RUN: %FileCheck %s < %t
#include <cuda_runtime.h>

#define KERNEL(name) __global__ void name(float *a, int n) { a[threadIdx.x * n] = 0; }
#define LAUNCH(name, n) name<<<3, 32>>>((float *)nullptr, n)

// CHECK: discarded(float*, int): block 32x1x1 grid 3x1x1 n=11 (host-code
KERNEL(discarded)
// CHECK: inCondition(float*, int): block 32x1x1 grid 3x1x1 n=12 (host-code
KERNEL(inCondition)
// CHECK: extendedBefore(float*, int): block 32x1x1 grid 3x1x1 n=1 (host-code
// CHECK: extendedAfter(float*, int): block 32x1x1 grid 3x1x1 n=13 (host-code
KERNEL(extendedBefore)
KERNEL(extendedAfter)
// CHECK: parameter(float*, int): block 32x1x1 grid 3x1x1 n=14 (host-code
KERNEL(parameter)
// Elements end backwards: the first is the last to write.
// CHECK: array(float*, int): block 32x1x1 grid 3x1x1 n=15 (host-code
KERNEL(array)
// CHECK: tooLarge(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(tooLarge)
// Members end backwards, too.
// CHECK: members(float*, int): block 32x1x1 grid 3x1x1 n=17 (host-code
KERNEL(members)
// CHECK: cleanup(float*, int): block 32x1x1 grid 3x1x1 n=18 (host-code
KERNEL(cleanup)
// CHECK: perIteration(float*, int): block 32x1x1 grid 3x1x1 n=3 (host-code
KERNEL(perIteration)
// One of two paths makes it: 1 or 21.
// CHECK: maybe(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(maybe)
// CHECK: defaults(float*, int): block 32x1x1 grid 3x1x1 n=4 (host-code
KERNEL(defaults)
// A compiler may leave the copy out, or not.
// CHECK: elided(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(elided)
// What is told of the object itself holds either way.
// CHECK: returned(float*, int): block 32x1x1 grid 3x1x1 n=24 (host-code
KERNEL(returned)
// CHECK: changed(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(changed)
// CHECK: weakFunction(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(weakFunction)
// CHECK: weakVariable(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(weakVariable)
// CHECK: weakConstant(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(weakConstant)
// The address that the constructor kept is that of the member.
// CHECK: kept(float*, int): block 32x1x1 grid 3x1x1 n=30 (host-code
KERNEL(kept)
// CHECK: inSwitch(float*, int): block 32x1x1 grid 3x1x1 (host-code
KERNEL(inSwitch)
// CHECK: backwards(float*, int): block 256x1x1
// CHECK-NOT: backwards{{.*}}host-code
KERNEL(backwards)
// CHECK: afterSwitch(float*, int): block 32x1x1 grid 3x1x1 n=32 (host-code
KERNEL(afterSwitch)

struct Guard {
  int &value;
  int to;
  Guard(int &value, int to) : value(value), to(to) {}
  ~Guard() { value = to; }
  bool holds() const { return true; }
};
struct Pair {
  Guard first, second;
};
int take(Guard guard) { return guard.to; }
void reset(int **value) { **value = 18; }

int count = 0;
int next() { return ++count; }
struct Numbered {
  int number;
  Numbered(int number = next()) : number(number) {}
};
int copies = 0;
struct Copied {
  int held;
  explicit Copied(int held) : held(held) {}
  Copied(const Copied &other) : held(other.held) { ++copies; }
};
Copied make() {
  Copied made(7);
  made.held = 24;
  return made;
}
struct Cache {
  mutable int held = 5;
  int get() const;
};
int asks(const Cache &cache);
__attribute__((weak)) int threads() { return 26; }
__attribute__((weak)) int weakly = 27;
extern __attribute__((weak)) const int weaklyConst = 28;
struct Registered {
  int held = 0;
  explicit Registered(Registered **list) { *list = this; }
};
struct Holder {
  int other;
  Registered inner;
};
int choose(int n, bool inner) {
  switch (n) {
  case 0:
    if (inner) {
    case 1:
      return 7;
    }
  }
  return 31;
}

int main(int argc, char **argv) {
  {
    int n = 1;
    Guard(n, 11);
    LAUNCH(discarded, n);
  }
  {
    int n = 1;
    if (Guard(n, 12).holds())
      LAUNCH(inCondition, n);
  }
  {
    int n = 1;
    {
      const Guard &guard = Guard(n, 13);
      LAUNCH(extendedBefore, n);
    }
    LAUNCH(extendedAfter, n);
  }
  {
    int n = 1;
    take(Guard(n, 14));
    LAUNCH(parameter, n);
  }
  {
    int n = 1;
    { Guard guards[2] = {{n, 15}, {n, 16}}; }
    LAUNCH(array, n);
  }
  {
    int n = 1;
    struct Ends {
      int *value = nullptr;
      ~Ends() {
        if (value)
          *value = 2;
      }
    };
    {
      Ends ends[100];
      ends[70].value = &n;
    }
    LAUNCH(tooLarge, n);
  }
  {
    int n = 1;
    { Pair pair{{n, 17}, {n, 18}}; }
    LAUNCH(members, n);
  }
  {
    int n = 1;
    { __attribute__((cleanup(reset))) int *there = &n; }
    LAUNCH(cleanup, n);
  }
  {
    int n = 0;
    for (int i = 1; i <= 3; ++i)
      Guard guard(n, i);
    LAUNCH(perIteration, n);
  }
  {
    int n = 1;
    argc > 1 && Guard(n, 21).holds();
    LAUNCH(maybe, n);
  }
  {
    count = 0;
    Numbered numbered[4];
    LAUNCH(defaults, numbered[3].number);
  }
  {
    copies = 0;
    Copied copied = make();
    LAUNCH(elided, copies);
    LAUNCH(returned, copied.held);
  }
  {
    Cache cache;
    asks(cache);
    LAUNCH(changed, cache.held);
  }
  LAUNCH(weakFunction, threads());
  LAUNCH(weakVariable, weakly);
  LAUNCH(weakConstant, weaklyConst);
  {
    Registered *list = nullptr;
    Holder holder{1, Registered(&list)};
    list->held = 30;
    LAUNCH(kept, holder.inner.held);
  }
  LAUNCH(inSwitch, choose(argc, true));
  {
    int n = 1;
    switch (Guard guard(n, 32); argc) {
    default:
      break;
    }
    LAUNCH(afterSwitch, n);
  }
}

// A jump backwards is not followed: what holds behind the label is not known.
void jumps(int n) {
again:
  LAUNCH(backwards, 1);
  if (--n)
    goto again;
}
