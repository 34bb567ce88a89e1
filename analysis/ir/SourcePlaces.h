// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Debug locations as places in the user's source.

#ifndef SECTORSCOPE_IR_SOURCEPLACES_H
#define SECTORSCOPE_IR_SOURCEPLACES_H

#include "ir/ReadModule.h"
#include "sectorscope/AccessSite.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"

namespace sectorscope {

/// Turns debug locations into reportable places.
class SourcePlaces {
public:
  explicit SourcePlaces(const ReadOptions &options) : options(options) {}

  /// The frames of an instruction, outermost first; empty without debug information.
  std::vector<InlineFrame> inlineStack(const llvm::Instruction &instruction) const;

  /// The innermost frame outside system headers, else the outermost; the function's own line without debug
  /// information.
  SourcePlace placeOf(const llvm::Instruction &instruction) const;
  SourcePlace placeOf(const llvm::Function &function) const;

  /// True if the instruction has a location and all of its frames lie in system headers.
  bool onlyInSystemHeaders(const llvm::Instruction &instruction) const;

private:
  SourcePlace place(const llvm::DIScope &scope, unsigned line, unsigned column) const;
  bool isSystem(const llvm::DIScope &scope) const;

  const ReadOptions &options;
};

} // namespace sectorscope

#endif
