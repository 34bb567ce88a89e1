// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels and their parameters as the report names them, from the syntax tree.

#ifndef SECTORSCOPE_FRONTEND_KERNELPARAMETERS_H
#define SECTORSCOPE_FRONTEND_KERNELPARAMETERS_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class MangleContext;
class ParmVarDecl;
class QualType;
} // namespace clang

namespace sectorscope {

struct HostProgram;

struct FieldName {
  std::string path; ///< "view.stride"
  unsigned bits = 0;
};

/// Fields by the offset that the IR knows them by ("view+8"), for each mangled kernel.
using FieldNames = std::map<std::string, std::map<std::string, FieldName>>;

/// Worked example: `__global__ void k(View view)` with `struct View { float *data; int steps[2]; }` gives "view.data"
/// for "view+0", "view.steps[0]" for "view+8" and "view.steps[1]" for "view+12". What lambdas capture is called as the
/// variable.
FieldNames findFieldNames(clang::ASTContext &context, const HostProgram &program);

std::string mangledName(clang::MangleContext &mangler, const clang::FunctionDecl &kernel);

/// "n", or "arg3" for a parameter without a name.
std::string parameterName(const clang::FunctionDecl &kernel, unsigned number);

/// Bytes from the start of a struct or array to one of its parts, which partTypesOf() numbers.
std::uint64_t offsetOfPart(const clang::ASTContext &context, clang::QualType type, unsigned part);

} // namespace sectorscope

#endif
