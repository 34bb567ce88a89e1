// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/OutputFile.h"

#include "adapter/Config.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>

namespace sectorscope {

namespace {

[[noreturn]] void fail(const std::string &path, int error) {
  throw UsageError(fmt::format("{}: cannot be written: {}; choose another file for -o", path, std::strerror(error)));
}

/// A pipe or a device cannot be replaced by a file, nor can a folder.
bool isReplaceable(const std::string &path) {
  struct stat existing{};
  return ::stat(path.c_str(), &existing) != 0 || S_ISREG(existing.st_mode);
}

/// What a link leads to is written; the link stays.
std::string behindLinks(const std::string &path) {
  std::error_code none;
  const std::string target = std::filesystem::canonical(path, none).string();
  return none ? path : target;
}

/// An empty file beside `path`.
std::string temporaryBeside(const std::string &path) {
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0)
    fail(path, errno);
  const mode_t mask = ::umask(0); // mkstemp makes files private; a report is an ordinary file
  ::umask(mask);
  ::fchmod(file, 0666 & ~mask);
  ::close(file);
  return temporary;
}

} // namespace

void streamWholeFile(const std::string &path, const PrintFunction &print) {
  const bool isReplaced = isReplaceable(path);
  const std::string file = behindLinks(path), target = isReplaced ? temporaryBeside(file) : path;
  try {
    std::ofstream out(target, std::ios::binary);
    if (out)
      print(out);
    out.close();
    if (!out || (isReplaced && std::rename(target.c_str(), file.c_str()) != 0))
      fail(path, errno);
  } catch (...) {
    if (isReplaced)
      ::unlink(target.c_str());
    throw;
  }
}

void writeWholeFile(const std::string &path, const std::string &content) {
  streamWholeFile(path, [&](std::ostream &out) { out << content; });
}

void streamOutput(const std::string &path, const PrintFunction &print) {
  if (!path.empty())
    return streamWholeFile(path, print);
  print(std::cout);
  if (!std::cout.flush())
    throw UsageError("standard output cannot be written; name a file with -o");
}

void writeOutput(const std::string &path, const std::string &content) {
  streamOutput(path, [&](std::ostream &out) { out << content; });
}

} // namespace sectorscope
