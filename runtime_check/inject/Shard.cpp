// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes shards.

#include "Shard.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace sectorscope::inject {

Shard::~Shard() {
  if (descriptor >= 0)
    ::close(descriptor);
}

void Shard::write(const nlohmann::ordered_json &line) {
  // Names of kernels are the program's: bytes that are no UTF-8 must not end it.
  const std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  const std::lock_guard lock(mutex);
  if (owner != ::getpid()) {
    owner = ::getpid();
    const std::string name = "shard-" + std::to_string(owner) + ".jsonl";
    descriptor = ::open((directory / name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  }
  for (std::size_t done = 0; descriptor >= 0 && done < text.size();) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written <= 0)
      return;
    done += static_cast<std::size_t>(written);
  }
}

void Shard::note(const std::string &text) {
  {
    const std::lock_guard lock(mutex);
    if (std::ranges::find(notes, text) != notes.end())
      return;
    notes.push_back(text);
  }
  write({{"note", text}});
}

void Shard::writeFile(const std::string &name, const char *data, std::size_t size) const {
  std::ofstream(directory / name, std::ios::binary).write(data, static_cast<std::streamsize>(size));
}

} // namespace sectorscope::inject
