// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_CLI_PROGRESS_H
#define SECTORSCOPE_PLUGIN_CLI_PROGRESS_H

#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace sectorscope {

/// The progress line: only where a person watches, and gone before anything else is printed.
class Progress {
public:
  explicit Progress(std::size_t files) : files(files), shown(files > 1 && ::isatty(STDERR_FILENO) != 0) {}
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// `done` of the files are behind us, or at hand; `file` is the last of them.
  void show(std::size_t done, const std::string &file) const {
    if (shown)
      std::fprintf(stderr, "\r\033[K[%zu/%zu] %s%s", done, files, file.c_str(), timeLeft(done).c_str());
  }
  void clear() const {
    if (shown)
      std::fprintf(stderr, "\r\033[K");
  }

private:
  /// After the first few seconds, as if the files to come took as long as those before.
  std::string timeLeft(std::size_t done) const {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (done == 0 || done == files || seconds < 3)
      return "";
    const auto left = std::lround(seconds / static_cast<double>(done) * static_cast<double>(files - done));
    return "  about " + (left < 120 ? std::to_string(left) + " s" : std::to_string(left / 60) + " min") + " left";
  }

  std::size_t files;
  bool shown;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

} // namespace sectorscope

#endif
