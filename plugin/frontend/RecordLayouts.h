// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Structs that kernels get arrays of, as the compiler lays them out, from the syntax tree.

#ifndef SECTORSCOPE_FRONTEND_RECORDLAYOUTS_H
#define SECTORSCOPE_FRONTEND_RECORDLAYOUTS_H

#include "sectorscope/Records.h"

#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace sectorscope {

struct HostProgram;

/// Positions in `types`, by what leads to the array.
struct RecordLayouts {
  std::vector<RecordType> types;
  /// By mangled kernel: parameters ("p"), and fields of structs that are passed by value ("view+8").
  std::map<std::string, std::map<std::string, unsigned>> ofParameters;
  std::map<std::string, unsigned> ofVariables; ///< at file scope, by qualified name
};

/// Worked example: `__global__ void k(Particle *p)` with `struct Particle { float3 pos; double mass; }` gives a type of
/// 24 bytes with pos.x at 0, pos.y at 4, pos.z at 8 and mass at 16. Structs with fewer than two fields, and those
/// without a name, are no records.
RecordLayouts findRecordLayouts(clang::ASTContext &context, const HostProgram &program);

} // namespace sectorscope

#endif
