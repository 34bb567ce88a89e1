// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From the command of a build to what `sectorscope audit` is called with.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_TRANSLATECOMMAND_H
#define SECTORSCOPE_PLUGIN_PROJECT_TRANSLATECOMMAND_H

#include <set>
#include <string>
#include <vector>

namespace sectorscope {

struct AuditArguments {
  bool isCuda = false;                ///< else there is nothing to audit, and nothing else is set
  std::string problem;                ///< why it cannot be translated; empty if it can
  std::string arch;                   ///< the newest that it compiles for; empty: not said
  std::vector<std::string> clangArgs; ///< what goes behind --
  std::set<std::string> dropped;      ///< options without a meaning here, or without one in clang, by name
};

/// `arguments`: the compiler first, response files read. Launchers before the compiler (ccache and its like) are passed
/// over. Commands of clang stay as they are, but for what is about outputs, architectures and plugins; those of nvcc
/// are put into clang's words.
///
/// Worked example: nvcc -gencode=arch=compute_80,code=[compute_80,sm_80] -use_fast_math -Xcompiler=-fPIC -DN=3 -c k.cu
/// -> sm_80; -ffast-math -DN=3; dropped: -Xcompiler=-fPIC.
AuditArguments translateCommand(const std::vector<std::string> &arguments, const std::string &file);

/// The CUDA file that the command compiles; empty where it compiles none, or several.
std::string sourceIn(const std::vector<std::string> &arguments);

} // namespace sectorscope

#endif
