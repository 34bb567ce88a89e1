// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check replay` and `traffic`: recorded runs, without a GPU.

#include "cli/Commands.h"

#include "Confirm.h"
#include "Replay.h"
#include "TrafficReplay.h"

#include <algorithm>
#include <memory>

namespace sectorscope::check {

namespace {

struct Files {
  std::string record, report, launches, output;
  bool all = false;
  double percent = 3;
};

} // namespace

Command replayCommand(CLI::App &app) {
  const auto given = std::make_shared<Files>();
  CLI::App *replayed = app.add_subcommand("replay", "Compare a report (sectorscope audit --format=json) with a record");
  replayed->add_option("record", given->record, "Record, written by 'record'")->required();
  replayed->add_option("report", given->report, "Report, written by 'sectorscope audit --format=json'")->required();
  replayed->add_option(
      "--launches", given->launches,
      "Launches of the recorded run, written by 'confirm' or 'observe': audit the report again for them");
  replayed->add_option("-o,--output", given->output, "Write the confirmation as JSON to this file")
      ->needs("--launches");
  replayed->add_flag("--all", given->all, "List every comparison, not only those that are not exact and right");
  return {replayed, [given] {
            Record record = parseFile(given->record, recordFromJson);
            if (!given->launches.empty()) {
              const Confirmation confirmation = confirm(readFile(given->report), given->report,
                                                        {.record = std::move(record),
                                                         .launches = readFile(given->launches),
                                                         .notes = {},
                                                         .launchesFile = given->launches});
              if (!given->output.empty())
                writeFile(given->output, toJson(confirmation));
              fmt::print("{}", toText(confirmation, given->all));
              return confirmation.result.anyWrong() ? exitWrong : exitGood;
            }
            const ReplayResult result = replay(record, parseFile(given->report, predictionsFromJson));
            fmt::print("{}", toText(result, given->all));
            return result.anyWrong() ? exitWrong : exitGood;
          }};
}

Command trafficCommand(CLI::App &app) {
  const auto given = std::make_shared<Files>();
  CLI::App *traffic = app.add_subcommand("traffic", "Compare the totals of a report with a table of whole launches");
  traffic->add_option("record", given->record, "Table with tabs, as test/corpus/traffic/record.sh writes it")
      ->required();
  traffic->add_option("report", given->report, "Report, written by 'sectorscope audit --format=json'")->required();
  traffic->add_option("--within", given->percent, "Percent that DRAM reads may be off")->capture_default_str();
  traffic->add_flag("--all", given->all, "List every launch");
  return {traffic, [given] {
            const std::vector<CountedLaunch> counted = parseFile(given->record, countedFromTsv);
            const std::vector<ComparedLaunch> launches =
                compareTraffic(counted, parseFile(given->report, predictionsFromJson));
            const double tolerance = given->percent / 100;
            fmt::print("{}", trafficText(launches, tolerance, given->all));
            const bool isClose = std::ranges::all_of(launches, [&](const ComparedLaunch &launch) {
              return !launch.dramRead || launch.dramError(backgroundSectors) <= tolerance;
            });
            return isClose ? exitGood : exitWrong;
          }};
}

} // namespace sectorscope::check
