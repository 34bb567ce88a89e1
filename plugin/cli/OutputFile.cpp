// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/OutputFile.h"

#include "adapter/Config.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>

namespace sectorscope {

namespace {

[[noreturn]] void fail(const std::string &path, int error) {
  throw UsageError(fmt::format("{}: cannot be written: {}; choose another file for -o", path, std::strerror(error)));
}

/// A pipe or a device, which cannot be replaced by a file. Throws for a folder.
bool isSpecial(const std::string &path) {
  struct stat existing{};
  if (::stat(path.c_str(), &existing) != 0 || S_ISREG(existing.st_mode))
    return false;
  if (S_ISDIR(existing.st_mode))
    fail(path, EISDIR);
  return true;
}

bool writeAll(int file, const std::string &content) {
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t wrote = ::write(file, content.data() + done, content.size() - done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote < 0)
      return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

} // namespace

void writeWholeFile(const std::string &path, const std::string &content) {
  if (isSpecial(path)) {
    std::FILE *out = std::fopen(path.c_str(), "wb");
    const bool good = out && std::fwrite(content.data(), 1, content.size(), out) == content.size();
    if ((out && std::fclose(out) != 0) || !good)
      fail(path, errno);
    return;
  }
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0)
    fail(path, errno);
  const mode_t mask = ::umask(0); // mkstemp makes files private; a report is an ordinary file
  ::umask(mask);
  bool good = writeAll(file, content) && ::fchmod(file, 0666 & ~mask) == 0;
  good = ::close(file) == 0 && good;
  if (!good || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    fail(path, error);
  }
}

void streamOutput(const std::string &path, const std::function<void(std::ostream &)> &print) {
  if (path.empty()) {
    print(std::cout);
    if (!std::cout.flush())
      throw UsageError("standard output cannot be written");
    return;
  }
  const bool isReplaced = !isSpecial(path);
  const std::string written = isReplaced ? fmt::format("{}.{}", path, ::getpid()) : path;
  const auto drop = [&] {
    if (isReplaced)
      ::unlink(written.c_str());
  };
  std::ofstream out(written, std::ios::binary);
  if (!out)
    fail(path, errno);
  try {
    print(out);
  } catch (...) {
    drop();
    throw;
  }
  out.close();
  if (!out || (isReplaced && std::rename(written.c_str(), path.c_str()) != 0)) {
    const int error = errno;
    drop();
    fail(path, error);
  }
}

void writeOutput(const std::string &path, const std::string &content) {
  if (!path.empty())
    return writeWholeFile(path, content);
  if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() || std::fflush(stdout) != 0)
    throw UsageError("standard output cannot be written");
}

} // namespace sectorscope
