// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included ahead of every .cu file. Under a name of its own, since the search for a file of the command line starts in
// the current folder, where a cuda_runtime.h of somebody else may lie.

#include <cuda_runtime.h>
