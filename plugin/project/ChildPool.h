// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Programs that run beside each other, so that one that crashes costs only itself.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_CHILDPOOL_H
#define SECTORSCOPE_PLUGIN_PROJECT_CHILDPOOL_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sectorscope {

struct ChildJob {
  std::vector<std::string> command; ///< the program first, with its path
  std::string directory;            ///< to run in
  std::string outputFile;           ///< of standard output and standard error
};

struct ChildResult {
  std::size_t job = 0;
  int exitCode = 0; ///< -1 where it did not end by itself
  int signal = 0;   ///< that ended it; 0: none
};

/// Runs all jobs, at most `atOnce` at a time, and calls `done` for each that has ended, in the order in which they end.
/// A job that cannot be started has the exit code 127.
void runJobs(const std::vector<ChildJob> &jobs, unsigned atOnce, const std::function<void(const ChildResult &)> &done);

} // namespace sectorscope

#endif
