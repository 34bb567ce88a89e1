// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies: machine code that holds the predicted accesses in another number, because the compiler read a value again
/// instead of keeping it, or once instead of twice.

#ifndef SECTORSCOPE_RUNTIME_CHECK_COPIES_H
#define SECTORSCOPE_RUNTIME_CHECK_COPIES_H

#include "Groups.h"

#include <string>

namespace sectorscope::check {

/// The machine instructions, if there are more or fewer of them than exactly predicted accesses and each is a copy of
/// one of those in every number (warps, sectors, lines, lanes, width); else empty. As many instructions as accesses
/// are never explained so: then the prediction is wrong.
///
/// Worked example: 128 requests of 4 sectors are predicted for one load; two instructions are executed 128 times each,
/// with 512 sectors each: "2 machine instructions for 1 access of the IR: LDG.E at 0x1a0, LDG.E at 0x250".
std::string copiesIn(const Group &group);

/// Whether an access of each is predicted to make the same number of requests. A loop whose trips are predicted wrongly
/// and that the compiler unrolled looks like copies too, but then all that is executed as often is wrong as well.
bool executedAlike(const Group &a, const Group &b);

} // namespace sectorscope::check

#endif
