// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Vectors: accesses of several lines that the machine code makes with one wider instruction.

#ifndef SECTORSCOPE_RUNTIME_CHECK_VECTORS_H
#define SECTORSCOPE_RUNTIME_CHECK_VECTORS_H

#include "Groups.h"
#include "Replay.h"

#include <vector>

namespace sectorscope::check {

/// Of one launch, places that were judged wrong because some of their executions are part of a vector that stands on
/// another line. That place, of the same kind and space, has an instruction that is wider than every access that is
/// predicted there, and the bytes that both places ask for together (lanes times width, summed over all executions) are
/// the predicted ones. Lanes that were predicted wrongly would have to be missing in one place and appear, to the byte,
/// in the other.
///
/// Worked example: stores of 4 bytes at lines 135 and 136 are predicted for 127 lanes each; there are stores for 63
/// lanes at both, and one of 8 bytes for 64 lanes at line 136.
void findVectors(const std::vector<Group> &groups, std::vector<Comparison> &judged);

} // namespace sectorscope::check

#endif
