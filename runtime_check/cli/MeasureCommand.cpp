// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check measure`

#include "cli/Commands.h"

#include "MeasureRun.h"
#include "cli/InjectionArguments.h"

#include <memory>

namespace sectorscope::check {

Command measureCommand(CLI::App &app) {
  struct Given {
    EvidenceOptions options{.countsOperations = true};
    std::string output = "run.json", caches = "keep";
  };
  const auto given = std::make_shared<Given>();
  CLI::App *measure = app.add_subcommand(
      "measure", "Run a program for 'explain': times of its launches, then counters; about ten runs in all");
  addProgram(*measure, given->options.injection);
  addCounting(*measure, given->options, given->caches);
  measure->add_option("-o,--output", given->output, "File to write")->capture_default_str();
  return {measure, [given] {
            given->options.flushesCaches = given->caches == "flush";
            const Run run = measureRun(given->options);
            writeFile(given->output, toJson(run));
            std::size_t launches = 0;
            for (const TimedLaunch &timed : run.timed)
              launches += timed.times;
            fmt::print(stderr, "{}: {} kernels, {} launches, {} of them different; now: sectorscope-check explain {}\n",
                       given->output, run.record.kernels.size(), launches, run.timed.size(), given->output);
            for (const std::string &note : run.notes)
              fmt::print(stderr, "note: {}\n", note);
            return exitGood;
          }};
}

} // namespace sectorscope::check
