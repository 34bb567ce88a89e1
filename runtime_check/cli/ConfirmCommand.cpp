// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check confirm`

#include "cli/Commands.h"

#include "Confirm.h"
#include "RunEvidence.h"
#include "TwinRun.h"
#include "cli/InjectionArguments.h"

#include <memory>

namespace sectorscope::check {

namespace {

struct Given {
  EvidenceOptions options;
  RecordOptions ncu;
  std::string report, with = "cupti", caches = "flush", output, recordOutput, launchesOutput;
  bool all = false, launchesTwins = true;
};

Evidence gather(Given &given) {
  given.options.flushesCaches = given.caches == "flush";
  given.ncu.command = given.options.injection.command;
  given.ncu.root = given.options.root;
  given.ncu.kernelRegex = given.options.injection.kernelRegex;
  return given.with == "ncu" ? gatherByNcu(given.options, given.ncu) : gatherByInjection(given.options);
}

int run(Given &given) {
  const std::string report = parseFile(given.report, [](const std::string &text) {
    predictionsFromJson(text); // what is wrong with it is told before the program runs
    return text;
  });
  Evidence evidence = gather(given);
  if (given.launchesTwins && given.options.countsWholeLaunches)
    addTwins(evidence, report, given.report, given.options.injection);
  const std::string record = toJson(evidence.record), launches = evidence.launches;
  const Confirmation confirmation = confirm(report, given.report, std::move(evidence));
  if (!given.recordOutput.empty())
    writeFile(given.recordOutput, record);
  if (!given.launchesOutput.empty())
    writeFile(given.launchesOutput, launches);
  if (!given.output.empty())
    writeFile(given.output, toJson(confirmation));
  fmt::print("{}", toText(confirmation, given.all));
  return confirmation.result.anyWrong() ? exitWrong : exitGood;
}

} // namespace

Command confirmCommand(CLI::App &app) {
  const auto given = std::make_shared<Given>();
  CLI::App *command = app.add_subcommand("confirm", "Run a program and hold a report against hardware counters");
  InjectionOptions &injection = given->options.injection;
  command->add_option("report", given->report, "Report, written by 'sectorscope audit --format=json'")->required();
  addProgram(*command, injection);
  addCounting(*command, given->options, given->caches);
  command->add_option("--with", given->with, "What counts: cupti (an injected library) or ncu (Nsight Compute)")
      ->check(CLI::IsMember({"cupti", "ncu"}))
      ->capture_default_str();
  command->add_option("-o,--output", given->output, "Write the confirmation as JSON to this file");
  command->add_option("--record", given->recordOutput, "Write what was counted, for 'replay'");
  command->add_option("--launches", given->launchesOutput, "Write what was launched, for 'audit --launches'");
  command->add_flag("--all", given->all, "List every place, not only those that do not agree");
  command->add_flag("!--instructions-only", given->options.countsWholeLaunches,
                    "Run the program once; no counters of whole launches");
  command->add_flag("!--no-twins", given->launchesTwins,
                    "Launch nothing again with a padded row pitch (docs/confirm.md)");
  command->add_option("--kernel", injection.kernelRegex,
                      "Count only kernels in whose base name this expression is found");
  command->add_option("--ncu", given->ncu.ncu, "Path of ncu (default: PATH, then the usual places)");
  return {command, [given] { return run(*given); }};
}

} // namespace sectorscope::check
