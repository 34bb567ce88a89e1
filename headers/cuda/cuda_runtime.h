// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nvcc includes into every .cu file: the device language and the runtime's host API.

#ifndef SECTORSCOPE_CUDA_RUNTIME_H
#define SECTORSCOPE_CUDA_RUNTIME_H

#if defined(__cplusplus) && defined(__CUDA__)
#include "sectorscope/device.h"
#endif
#include "cuda_runtime_api.h"
#if defined(__cplusplus)
#include "sectorscope/runtime_templates.h"
#endif

#endif
