// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Running other programs and keeping temporary files.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROCESS_H
#define SECTORSCOPE_RUNTIME_CHECK_PROCESS_H

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

/// Runs a program (found on PATH if its name has no slash) and waits for it.
/// \param stdoutFile where its standard output goes; this program's own if empty.
/// \param stderrFile the same for standard error.
/// \param environment variables by name, besides and instead of this program's own.
/// \returns its exit code; 128 + N if signal N ended it.
/// \throws std::runtime_error if it could not be started.
int runProgram(const std::vector<std::string> &command, const std::filesystem::path &stdoutFile = {},
               const std::filesystem::path &stderrFile = {},
               const std::map<std::string, std::string> &environment = {});

/// The program on PATH, or the first existing file among \p places; empty if there is none.
std::optional<std::string> findProgram(const std::string &name, const std::vector<std::filesystem::path> &places = {});

/// \throws std::runtime_error naming the file.
std::string readFile(const std::filesystem::path &file);

/// Writes beside the file and renames, so that no half-written file is ever seen.
/// \throws std::runtime_error naming the file.
void writeFile(const std::filesystem::path &file, const std::string &text);

/// A directory that is removed with everything in it.
class TemporaryDirectory {
public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  const std::filesystem::path &path() const { return directory; }

private:
  std::filesystem::path directory;
};

} // namespace sectorscope::check

#endif
