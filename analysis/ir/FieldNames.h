// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the debug information calls a field of a struct that a kernel takes by value.

#ifndef SECTORSCOPE_IR_FIELDNAMES_H
#define SECTORSCOPE_IR_FIELDNAMES_H

#include "llvm/IR/Argument.h"

#include <cstdint>
#include <string>

namespace sectorscope {

/// ".stride", ".shape.rows" or ".steps[1]" for the field of at least `width` bits that begins `offset` bytes into a
/// by-value argument; empty where the debug information has no types, or there is none.
std::string fieldPath(const llvm::Argument &argument, std::uint64_t offset, unsigned width);

} // namespace sectorscope

#endif
