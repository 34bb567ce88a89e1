// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// compile_commands.json: how a project is built.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_COMPILATIONDATABASE_H
#define SECTORSCOPE_PLUGIN_PROJECT_COMPILATIONDATABASE_H

#include <string>
#include <vector>

namespace sectorscope {

/// One entry. Paths are absolute; response files are read.
struct CompileCommand {
  std::string file, directory;
  std::vector<std::string> arguments; ///< the compiler first
  std::string problem;                ///< why it cannot be used; empty if it can
};

/// Reads the database `path`, a file or the folder that holds compile_commands.json. A relative `directory` is relative
/// to the folder of the database. Throws UsageError with one line where it is none; of single entries, `problem` says
/// it.
std::vector<CompileCommand> readCompilationDatabase(const std::string &path);

/// The file that `path` stands for.
std::string databaseFile(const std::string &path);

} // namespace sectorscope

#endif
