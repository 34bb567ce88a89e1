// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A report as diagnostics of the compiler.

#ifndef SECTORSCOPE_PLUGIN_PASS_DIAGNOSE_H
#define SECTORSCOPE_PLUGIN_PASS_DIAGNOSE_H

#include "ir/ReadModule.h"
#include "sectorscope/Report.h"

#include "llvm/IR/Module.h"

#include <string>

namespace sectorscope {

/// Says the findings of `report`, which was made from `module` with `options`:
///
///     warnings  as warnings [-Wpass-failed=sectorscope] with file, line, column and caret; -Werror and scoped
///               `#pragma clang diagnostic` work on them
///     notes, accesses, coverage   as remarks, shown with -Rpass-analysis=sectorscope
void diagnose(llvm::Module &module, const Report &report, const ReadOptions &options);

/// The findings that are notes, a line each on standard error: clang shows no note that follows no warning.
void printNotes(const Report &report);

/// One note without a place.
void diagnoseNote(llvm::Module &module, const std::string &text);

/// One error without a place: the compile fails.
void diagnoseError(llvm::Module &module, const std::string &text);

} // namespace sectorscope

#endif
