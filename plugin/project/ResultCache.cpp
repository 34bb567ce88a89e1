// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ResultCache.h"

#include "adapter/Config.h"
#include "adapter/OutputFile.h"
#include "adapter/Project.h"
#include "project/Dependencies.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

std::string manifestFile(const std::string &directory, const std::string &key) {
  return directory + "/" + key + ".sha";
}

bool isWritable(const std::string &folder, std::string &reason) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && ::access(folder.c_str(), W_OK | X_OK) == 0)
    return true;
  reason = error ? error.message() : std::strerror(errno);
  return false;
}

std::string temporaryFolder() {
  std::error_code ignored;
  std::string path = (fs::temp_directory_path(ignored) / "sectorscope.XXXXXX").string();
  if (!::mkdtemp(path.data()))
    throw UsageError(fmt::format("{}: no temporary folder can be made: {}; set TMPDIR", path, std::strerror(errno)));
  return path;
}

} // namespace

ResultCache::ResultCache(const std::string &folder) : directory(folder), started(fs::file_time_type::clock::now()) {
  std::string reason;
  if (!folder.empty() && isWritable(folder, reason))
    return;
  if (!folder.empty())
    whyNot = fmt::format("{}: no cache: {}; results are not kept, choose another folder with --cache", folder, reason);
  directory = temporaryFolder();
  isTemporary = true;
}

ResultCache::~ResultCache() {
  std::error_code ignored;
  if (isTemporary)
    fs::remove_all(directory, ignored);
}

std::string ResultCache::keyOf(const std::vector<std::string> &texts) {
  llvm::SHA256 hash;
  for (const std::string &text : texts) {
    hash.update(std::to_string(text.size()) + ":"); // {"ab", "c"} is not {"a", "bc"}
    hash.update(text);
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

const std::string &ResultCache::hashOf(const std::string &file) {
  const auto known = hashes.find(file);
  if (known != hashes.end())
    return known->second;
  const auto text = readFile(file);
  return hashes[file] = text ? keyOf({*text}) : "-";
}

bool ResultCache::has(const std::string &key) {
  const auto manifest = readFile(manifestFile(directory, key));
  const auto report = readFile(reportFile(key));
  if (!manifest || !report)
    return false;
  std::istringstream lines(*manifest);
  std::string ofReport;
  if (!std::getline(lines, ofReport) || ofReport != keyOf({*report})) // damaged, or of another run
    return false;
  bool any = false;
  for (std::string line; std::getline(lines, line); any = true) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || hashOf(line.substr(space + 1)) != line.substr(0, space))
      return false;
  }
  return any;
}

void ResultCache::keep(const std::string &key) {
  if (isTemporary)
    return;
  std::string manifest = keyOf({readFile(reportFile(key)).value_or("")}) + "\n";
  std::error_code ignored;
  bool isOfNow = true; // else the report may be of what stood there before, and the hash of what stands there now
  for (const std::string &file : filesIn(readFile(dependencyFile(key)).value_or(""))) {
    manifest += hashOf(file) + " " + file + "\n";
    isOfNow = isOfNow && fs::last_write_time(file, ignored) < started;
  }
  if (isOfNow)
    writeWholeFile(manifestFile(directory, key), manifest);
  else
    fs::remove(manifestFile(directory, key), ignored);
  fs::remove(dependencyFile(key), ignored);
  fs::remove(messageFile(key), ignored);
}

} // namespace sectorscope
