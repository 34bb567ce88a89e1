// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs written after the toolkit's samples expect of the samples' helper headers. Found last, so that the
// real ones win. Declared only: the host half is read, not run.

#ifndef SECTORSCOPE_HELPER_CUDA_H
#define SECTORSCOPE_HELPER_CUDA_H

#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

#include "helper_string.h"

template <class Result> void check(Result result, const char *call, const char *file, int line);
void sectorscopeLastCudaError(const char *message, const char *file, int line);
int gpuDeviceInit(int device);
int gpuGetMaxGflopsDeviceId();
int findCudaDevice(int argc, const char **argv);
int findIntegratedGPU();
bool checkCudaCapabilities(int major, int minor);
int _ConvertSMVer2Cores(int major, int minor);
const char *_ConvertSMVer2ArchName(int major, int minor);

#ifndef checkCudaErrors
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)
#endif
#ifndef getLastCudaError
#define getLastCudaError(message) sectorscopeLastCudaError(message, __FILE__, __LINE__)
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

#endif
