// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_TEST_CORPUS_MEMORY_H
#define SECTORSCOPE_TEST_CORPUS_MEMORY_H

#include <cuda_runtime.h>

/// Memory that all launches use: zeros, but `index`, which holds j * 2654435761 mod 2^32 >> 20.
struct Buffers {
  float *f, *g;
  int *i, *j;
  double *d;
  float4 *v;
  unsigned char *bytes;
  unsigned short *s;
  const int *index;
};

void launchShared(const Buffers &b);
void launchAtomics(const Buffers &b);
void launchAssembly(const Buffers &b);

#endif
