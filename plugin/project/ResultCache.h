// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Results by what they were made of, so that a file is analysed again only if something that it read has changed.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_RESULTCACHE_H
#define SECTORSCOPE_PLUGIN_PROJECT_RESULTCACHE_H

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// A folder with two files per unit: the report, and the hashes of all files that were read for it. One unit has one
/// result: the one before is replaced. A header that newly stands where it is found before another one is not noticed
/// (as in the direct mode of ccache).
class ResultCache {
public:
  /// Empty: results go into a folder that is removed at the end. So they do where `folder` cannot be written;
  /// problem() says so.
  explicit ResultCache(const std::string &folder);
  ~ResultCache();
  ResultCache(const ResultCache &) = delete;
  ResultCache &operator=(const ResultCache &) = delete;

  const std::string &problem() const { return whyNot; }

  /// SHA-256 of texts, in hexadecimal digits: the key of a unit is that of all that is said to analyse it.
  static std::string keyOf(const std::vector<std::string> &texts);

  std::string reportFile(const std::string &key) const { return directory + "/" + key + ".json"; }
  std::string dependencyFile(const std::string &key) const { return directory + "/" + key + ".d"; }
  std::string messageFile(const std::string &key) const { return directory + "/" + key + ".txt"; }

  /// Whether there is a report, and it and every file that was read for it are as they were.
  bool has(const std::string &key);
  /// Keeps the report that was written to reportFile(), with dependencyFile() beside it; for this run alone if a file
  /// that was read for it has been written since the run began.
  void keep(const std::string &key);

private:
  /// Of the content; "-" where the file cannot be read. Each file is read once.
  const std::string &hashOf(const std::string &file);

  std::string directory, whyNot;
  bool isTemporary = false;
  std::filesystem::file_time_type started;
  std::map<std::string, std::string> hashes;
};

} // namespace sectorscope

#endif
