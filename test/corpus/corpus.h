// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The corpus: kernels whose memory counters were recorded on hardware. Each file of kernels/ has one launch function
/// that starts its kernels with constant shapes and arguments; `// @name` marks an access.
/// Launches are written on one line each, so that make_launches.py can read them.

#ifndef SECTORSCOPE_TEST_CORPUS_H
#define SECTORSCOPE_TEST_CORPUS_H

#include <cuda_runtime.h>

/// Device memory that every kernel may use: cudaMalloc'ed, so 256-byte aligned, `bytes` each.
/// `index` holds a fixed pseudo-random permutation of 0..65535 repeated; `in` and `out` start as zeros.
struct Buffers {
  static constexpr unsigned long bytes = 32ul << 20;
  void *in;
  void *out;
  int *index;
};

template <typename T> const T *inputOf(const Buffers &b) { return static_cast<const T *>(b.in); }
template <typename T> T *outputOf(const Buffers &b) { return static_cast<T *>(b.out); }

void launchPatterns(const Buffers &b);
void launchWidths(const Buffers &b);
void launchBlocks(const Buffers &b);
void launchGuards(const Buffers &b);
void launchLoops(const Buffers &b);
void launchArithmetic(const Buffers &b);
void launchValues(const Buffers &b);
void launchShared(const Buffers &b);
void launchGathers(const Buffers &b);
void launchShapes(const Buffers &b);
void launchDivision(const Buffers &b);
void launchBits(const Buffers &b);
void launchNumbers(const Buffers &b);
void launchPaths(const Buffers &b);
void launchWalks(const Buffers &b);
void launchImages(const Buffers &b);

#endif
