// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The access sites of one instruction.

#ifndef SECTORSCOPE_IR_READSITES_H
#define SECTORSCOPE_IR_READSITES_H

#include "ir/SourcePlaces.h"
#include "ir/Translator.h"
#include "sectorscope/AccessSite.h"

#include "llvm/IR/Instruction.h"

namespace sectorscope {

/// Adds to `kernel` what the code generator will issue for the instruction: nothing, one site, or several where it
/// splits an access (too wide, under-aligned, a copied struct). What touches memory in a way that is not followed is
/// added to kernel.notAnalysed.
void readSites(llvm::Instruction &instruction, Translator &translator, const SourcePlaces &places, Kernel &kernel);

} // namespace sectorscope

#endif
