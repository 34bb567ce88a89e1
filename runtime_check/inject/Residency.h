// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How many blocks of a launch a multiprocessor holds at a time, and how to make them fewer.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_RESIDENCY_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_RESIDENCY_H

#include "SeenLaunch.h"

namespace sectorscope::inject {

/// Blocks of the launch that fit into one multiprocessor: by its registers, shared memory and threads; 0 if not known.
unsigned residentBlocks(const SeenLaunch &launch);

/// Gives the launch that is about to be made so much dynamic shared memory that a multiprocessor holds at most
/// \p blocks of it, or as many as without if that is fewer. The part's memory that is split between L1 and shared
/// memory is split alike for every number of blocks, so that L1 does not change with it. \p blocks of 0: only the
/// split.
/// \param arguments of the driver's call, which are changed in place: the driver reads them after the callback.
void capResidency(unsigned callback, const void *arguments, unsigned blocks);

} // namespace sectorscope::inject

#endif
