// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Files around a source file: its project, its configuration, its profile.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_PROJECT_H
#define SECTORSCOPE_PLUGIN_ADAPTER_PROJECT_H

#include "sectorscope/TargetModel.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// The whole file, or nothing if it cannot be read.
std::optional<std::string> readFile(const std::string &path);

/// The nearest entry called `name` in the folder of `file` or above it.
std::optional<std::string> findUpwards(const std::string &file, const std::string &name);

/// The nearest folder upwards from `file` that holds .sectorscope.yaml or .git. Absolute.
std::optional<std::string> markedRootOf(const std::string &file);

/// The folder that file names of reports are relative to: markedRootOf(), else the current folder if `file` is below
/// it, else the folder of `file`. Absolute.
std::string projectRootOf(const std::string &file);

/// A file as the report calls it: relative to the project root, never absolute.
std::string nameInReport(const std::string &file, const std::string &root);

/// The profile to use for an architecture, and what to say if it is not its own.
struct TargetChoice {
  TargetModel target;
  std::string note; ///< empty if the profile is that of the architecture
};

/// Worked examples: "sm_90a" -> profile sm_90, nothing to say; "sm_87" -> profile sm_86 with a note.
/// Throws UsageError if `arch` is no architecture name.
TargetChoice targetFor(const std::string &arch);

} // namespace sectorscope

#endif
