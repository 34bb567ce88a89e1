// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the code generator makes of memory intrinsics and of accesses that are less aligned than wide, so that every
/// machine instruction is one instruction of the IR that the oracle runs.

#ifndef SECTORSCOPE_TEST_CORPUS_ASISSUED_H
#define SECTORSCOPE_TEST_CORPUS_ASISSUED_H

namespace llvm {
class Module;
}

namespace sectorscope::witness {

/// Changes `module`, as it comes out of clang's pipeline. Debug locations stay.
///
/// Worked example: the copy of a float4 (llvm.memmove of 16 bytes, 16-byte aligned) becomes two loads and two stores of
/// 8 bytes, as the records of clang 22 show it.
void makeAsIssued(llvm::Module &module);

} // namespace sectorscope::witness

#endif
