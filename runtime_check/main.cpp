// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command line `sectorscope-check`.

#include "Process.h"
#include "ProfileCommand.h"
#include "Recorder.h"
#include "Replay.h"
#include "TrafficReplay.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

using namespace sectorscope::check;

namespace {

constexpr int exitWrong = 1, exitBadInput = 2;

/// Names the file in front of whatever is wrong with it.
template <typename Parse> auto parseFile(const std::string &file, Parse parse) {
  const std::string text = readFile(file);
  try {
    return parse(text);
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(fmt::format("'{}': {}", file, error.what()));
  }
}

void runRecord(const RecordOptions &options, const std::string &output) {
  Record record = recordProgram(options);
  std::size_t launches = 0, instructions = 0;
  for (const KernelRecord &kernel : record.kernels)
    for (const Launch &launch : kernel.launches) {
      ++launches;
      instructions += launch.instructions.size();
    }
  writeFile(output, toJson(record));
  fmt::print(stderr, "{}: {} kernels, {} launches, {} memory instructions\n", output, record.kernels.size(), launches,
             instructions);
}

bool runReplay(const std::string &recordFile, const std::string &reportFile, bool all) {
  const Record record = parseFile(recordFile, recordFromJson);
  const std::vector<PredictedKernel> report = parseFile(reportFile, predictionsFromJson);
  const ReplayResult result = replay(record, report);
  fmt::print("{}", toText(result, all));
  return result.anyWrong();
}

/// False if a launch is further off than `percent`.
bool runTraffic(const std::string &recordFile, const std::string &reportFile, double percent, bool all) {
  const std::vector<CountedLaunch> counted = parseFile(recordFile, countedFromTsv);
  const std::vector<PredictedKernel> report = parseFile(reportFile, predictionsFromJson);
  const std::vector<ComparedLaunch> launches = compareTraffic(counted, report);
  fmt::print("{}", trafficText(launches, percent / 100, all));
  return std::ranges::all_of(launches, [&](const ComparedLaunch &launch) {
    return !launch.dramRead || launch.dramError(backgroundSectors) <= percent / 100;
  });
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Holds Sectorscope's predictions against hardware counters.", "sectorscope-check");
  app.require_subcommand(1);
  app.set_version_flag("--version", SECTORSCOPE_VERSION);

  CLI::App *record = app.add_subcommand("record", "Run a program under Nsight Compute and write what it counted");
  RecordOptions options;
  std::string output = "record.json";
  record->add_option("-o,--output", output, "File to write")->capture_default_str();
  record->add_option("--compiler", options.compiler, "How the program was compiled; kept in the record");
  record->add_option("--root", options.root, "Directory of the sources, taken off file names (default: here)");
  record->add_option("--kernel", options.kernelRegex, "Record only kernels whose base name matches this expression");
  record->add_option("--ncu", options.ncu, "Path of ncu (default: PATH, then the usual places)");
  record->add_option("command", options.command, "-- the program and its arguments")->required();

  CLI::App *compare = app.add_subcommand("replay", "Compare a report (sectorscope audit --format=json) with a record");
  std::string recordFile, reportFile;
  bool all = false;
  compare->add_option("record", recordFile, "Record, written by 'record'")->required();
  compare->add_option("report", reportFile, "Report, written by 'sectorscope audit --format=json'")->required();
  compare->add_flag("--all", all, "List every comparison, not only those that are not exact and right");

  CLI::App *traffic = app.add_subcommand("traffic", "Compare the totals of a report with a table of whole launches");
  double percent = 3;
  traffic->add_option("record", recordFile, "Table with tabs, as test/corpus/traffic/record.sh writes it")->required();
  traffic->add_option("report", reportFile, "Report, written by 'sectorscope audit --format=json'")->required();
  traffic->add_option("--within", percent, "Percent that DRAM reads may be off")->capture_default_str();
  traffic->add_flag("--all", all, "List every launch");

  CLI::App *profile = app.add_subcommand("profile", "Measure a part and write the profile that the analyser reads");
  ProfileOptions part;
  profile->add_option("-o,--output", part.output, "Profile to write")->capture_default_str();
  CLI::Option *from = profile->add_option("--from", part.from, "Table recorded earlier, instead of measuring now");
  profile->add_option("--raw", part.raw, "Where to keep the table of raw measurements")->excludes(from);
  profile->add_option("--measure", part.measure, "Path of sectorscope-measure (default: beside this program)")
      ->excludes(from);
  profile->add_option("--device", part.device, "Which GPU, by the order of CUDA")
      ->capture_default_str()
      ->excludes(from);
  profile->add_flag("--quick", part.quick, "See whether everything works, in seconds; not what the part can do")
      ->excludes(from);

  try {
    app.parse(argc, argv);
    if (*profile)
      runProfile(part);
    else if (*record)
      runRecord(options, output);
    else if (*traffic)
      return runTraffic(recordFile, reportFile, percent, all) ? 0 : exitWrong;
    else if (runReplay(recordFile, reportFile, all))
      return exitWrong;
    return 0;
  } catch (const CLI::ParseError &error) {
    int code = app.exit(error);
    return code == 0 ? 0 : exitBadInput;
  } catch (const std::exception &error) {
    fmt::print(stderr, "sectorscope-check: {}\n", error.what());
    return exitBadInput;
  }
}
