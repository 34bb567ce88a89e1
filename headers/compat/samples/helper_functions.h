// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The collection header of the samples.

#ifndef SECTORSCOPE_HELPER_FUNCTIONS_H
#define SECTORSCOPE_HELPER_FUNCTIONS_H

#include "helper_string.h"
#include "helper_timer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#endif
