// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs sectorscope-measure and writes what was derived from its table.

#include "ProfileCommand.h"

#include "PartProfile.h"
#include "Process.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace sectorscope::check {

namespace {

namespace fs = std::filesystem;

constexpr const char *kMeasure = "sectorscope-measure";

std::string measureProgram(const std::string &asked) {
  if (!asked.empty()) {
    if (const auto found = findProgram(asked, {asked}))
      return *found;
    throw std::runtime_error(fmt::format("--measure: '{}' is not an executable file", asked));
  }
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (const auto found = findProgram(kMeasure, {beside / kMeasure, beside / "profile" / kMeasure}))
    return *found;
  throw std::runtime_error(fmt::format("{} is not here: build it where there is a CUDA toolkit (nvcc and CUPTI), pass "
                                       "--measure PATH, or read a recorded table with --from",
                                       kMeasure));
}

std::string lastLine(std::string text) {
  while (text.ends_with('\n'))
    text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

std::string measure(const ProfileOptions &options) {
  const TemporaryDirectory temporary;
  const fs::path table = temporary.path() / "raw.tsv", messages = temporary.path() / "messages";
  std::vector<std::string> command = {measureProgram(options.measure), "--device", std::to_string(options.device)};
  if (options.quick)
    command.emplace_back("--quick");
  const int code = runProgram(command, table, messages);
  const std::string said = readFile(messages);
  if (code != 0)
    throw std::runtime_error(said.empty() ? fmt::format("{} ended with exit code {}", kMeasure, code) : lastLine(said));
  fmt::print(stderr, "{}", said);
  return readFile(table);
}

} // namespace

void runProfile(const ProfileOptions &options) {
  const std::string text = options.from.empty() ? measure(options) : readFile(options.from);
  if (!options.raw.empty())
    writeFile(options.raw, text);
  PartProfile profile;
  try {
    profile = deriveProfile(rawFromTsv(text));
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(fmt::format("'{}': {}", options.from.empty() ? kMeasure : options.from, error.what()));
  }
  writeFile(options.output, toJson(profile));
  for (const std::string &missing : profile.missing)
    fmt::print(stderr, "left out: {}\n", missing);
  fmt::print(stderr, "{}: {} ({}), {} facts with a source, {} tables\n", options.output, profile.target.name,
             profile.target.arch, profile.target.sources.size(), profile.measured.size());
}

} // namespace sectorscope::check
