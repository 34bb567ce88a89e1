// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check profile`: measures a part, or takes a recorded table, and writes the profile.

#include "cli/Commands.h"

#include "PartProfile.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace sectorscope::check {

namespace {

namespace fs = std::filesystem;

constexpr const char *kMeasure = "sectorscope-measure";

struct ProfileOptions {
  std::string output = "part.json";
  std::string from;    ///< a table recorded earlier; measured now where empty
  std::string measure; ///< sectorscope-measure; beside this program or on PATH where empty
  std::string raw;     ///< where to keep the table that was measured; nowhere where empty
  bool quick = false, slices = false;
  unsigned device = 0;
};

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
  if (options.slices)
    command.emplace_back("--slices");
  const int code = runProgram(command, table, messages);
  const std::string said = readFile(messages);
  if (code != 0)
    throw std::runtime_error(said.empty() ? fmt::format("{} ended with exit code {}", kMeasure, code) : lastLine(said));
  fmt::print(stderr, "{}", said);
  return readFile(table);
}

/// Says on standard error what was left out and why.
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

} // namespace

Command profileCommand(CLI::App &app) {
  const auto given = std::make_shared<ProfileOptions>();
  CLI::App *profile = app.add_subcommand("profile", "Measure a part and write the profile that the analyser reads");
  profile->add_option("-o,--output", given->output, "Profile to write")->capture_default_str();
  CLI::Option *from = profile->add_option("--from", given->from, "Table recorded earlier, instead of measuring now");
  profile->add_option("--raw", given->raw, "Where to keep the table of raw measurements")->excludes(from);
  profile->add_option("--measure", given->measure, "Path of sectorscope-measure (default: beside this program)")
      ->excludes(from);
  profile->add_option("--device", given->device, "Which GPU, by the order of CUDA")
      ->capture_default_str()
      ->excludes(from);
  profile->add_flag("--slices", given->slices, "Look for a hash of the L2 slices, too; takes minutes")->excludes(from);
  profile->add_flag("--quick", given->quick, "See whether everything works, in seconds; not what the part can do")
      ->excludes(from);
  return {profile, [given] {
            runProfile(*given);
            return exitGood;
          }};
}

} // namespace sectorscope::check
