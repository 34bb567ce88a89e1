// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that this header has in a toolkit comes with cuda_runtime.h here.

#include "cuda_runtime.h"
