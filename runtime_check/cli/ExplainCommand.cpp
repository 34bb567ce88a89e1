// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check explain`

#include "cli/Commands.h"

#include "Explain.h"

#include <memory>

namespace sectorscope::check {

namespace {

struct Given {
  std::string run, report, profile, format = "text", output, html;
  bool isForced = false;
};

TargetModel targetOf(const Given &given, const Run &run) {
  if (!given.profile.empty())
    return parseFile(given.profile, parseTarget);
  if (const auto target = builtinTarget(run.device.arch))
    return *target;
  throw std::runtime_error(
      fmt::format("there is no profile of {}: measure the part with 'sectorscope-check profile' and "
                  "give the file to --profile",
                  run.device.arch));
}

int explainRun(const Given &given) {
  const Run run = parseFile(given.run, runFromJson);
  const GivenReport report{given.report.empty() ? "" : readFile(given.report), given.report};
  const Explanation explanation = explain(run, targetOf(given, run), report, given.isForced);
  const std::string text = given.format == "json" ? toJson(explanation) : toText(explanation);
  if (!given.html.empty())
    writeFile(given.html, toHtml(explanation));
  if (given.output.empty())
    fmt::print("{}", text);
  else
    writeFile(given.output, text);
  return exitGood;
}

} // namespace

Command explainCommand(CLI::App &app) {
  const auto given = std::make_shared<Given>();
  CLI::App *explained = app.add_subcommand(
      "explain", "What bound each launch of a run: its rate against practical ceilings, and where the time went");
  explained->add_option("run", given->run, "Run, written by 'measure'")->required();
  explained->add_option("report", given->report,
                        "Report, written by 'sectorscope audit --format=json': what it predicts stands beside");
  explained->add_option("--profile", given->profile,
                        "Profile with the ceilings, written by 'profile' (default: the built-in one of the part)");
  explained->add_flag("--force", given->isForced,
                      "Use ceilings of another device, driver, ECC or power state, and say so");
  explained->add_option("--format", given->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  explained->add_option("-o,--output", given->output, "File to write instead of standard output");
  explained->add_option("--html", given->html,
                        "Write charts and tables to this file, too: one page, nothing else needed");
  return {explained, [given] { return explainRun(*given); }};
}

} // namespace sectorscope::check
