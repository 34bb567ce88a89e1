// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Small programs as people write them: launches in wrappers, methods and loops, structs by value, functions that are
/// not inlined. Their launches are recorded on hardware and must be found in the host code without any option.

#ifndef SECTORSCOPE_TEST_CORPUS_PROGRAMS_H
#define SECTORSCOPE_TEST_CORPUS_PROGRAMS_H

#include <cuda_runtime.h>

/// Device memory, cudaMalloc'ed and zeroed: 16 MiB each.
struct Memory {
  float *in, *out;
  int *indices; ///< i -> 0
};

void runWrappers(const Memory &m);
void runFields(const Memory &m);
void runCalls(const Memory &m);

#endif
