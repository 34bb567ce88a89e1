// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shard: what one process that launches kernels tells, line by line, so that all that was written before a crash can
/// be read.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_SHARD_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_SHARD_H

#include <nlohmann/json.hpp>

#include <filesystem>
#include <mutex>
#include <string>
#include <sys/types.h>

namespace sectorscope::inject {

/// A file of JSON lines in a directory that all processes of a run share: "shard-PID.jsonl". Whole lines go out at
/// once, and a process that was forked gets a file of its own. May be used by several threads.
class Shard {
public:
  explicit Shard(std::filesystem::path directory) : directory(std::move(directory)) {}
  ~Shard();
  Shard(const Shard &) = delete;
  Shard &operator=(const Shard &) = delete;

  /// Lost where the disk is full: the reader misses the line that ends a shard.
  void write(const nlohmann::ordered_json &line);
  /// {"note": text}, once for each text.
  void note(const std::string &text);
  /// Writes bytes beside the shard.
  void writeFile(const std::string &name, const char *data, std::size_t size) const;

private:
  std::filesystem::path directory;
  std::mutex mutex;
  std::vector<std::string> notes;
  int descriptor = -1;
  pid_t owner = 0;
};

} // namespace sectorscope::inject

#endif
