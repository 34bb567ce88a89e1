// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check measure`

#include "cli/Commands.h"

#include "MeasureRun.h"

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
  InjectionOptions &injection = given->options.injection;
  measure->add_option("command", injection.command, "-- the program and its arguments")->required();
  measure->add_option("-o,--output", given->output, "File to write")->capture_default_str();
  measure
      ->add_option("--caches", given->caches,
                   "Before each launch that is counted: keep the caches, as in the run that takes times, or flush them")
      ->check(CLI::IsMember({"flush", "keep"}))
      ->capture_default_str();
  measure
      ->add_option("--launches-per-kernel", injection.mostLaunches, "Different launches of a kernel that are counted")
      ->capture_default_str();
  measure->add_option("--root", given->options.root, "Directory of the sources, taken off file names (default: here)");
  measure->add_option("--inject", injection.library, "Path of libsectorscope-inject.so (default: beside this program)");
  measure->add_option("--nvdisasm", injection.nvdisasm, "Path of nvdisasm (default: PATH, then the toolkit)");
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
