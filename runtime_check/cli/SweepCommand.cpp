// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check sweep`

#include "cli/Commands.h"

#include "SweepRun.h"
#include "cli/InjectionArguments.h"

#include <memory>

namespace sectorscope::check {

Command sweepCommand(CLI::App &app) {
  const auto options = std::make_shared<InjectionOptions>();
  const auto html = std::make_shared<std::string>();
  CLI::App *sweep = app.add_subcommand("sweep", "Run a program with fewer and fewer blocks in a multiprocessor: is it "
                                                "held up by too few requests, or by the size of L2?");
  addProgram(*sweep, *options);
  addMostLaunches(*sweep, *options);
  sweep->add_option("--html", *html, "Write charts and tables to this file, too: one page, nothing else needed");
  return {sweep, [options, html] {
            const std::vector<SweepRuns> runs = runSweep(*options);
            const std::vector<SweptLaunch> launches = sweptLaunches(runs);
            const std::string &part = runs.front().times.devices.front().name;
            if (!html->empty())
              writeFile(*html, toHtml(launches, part));
            fmt::print("{}", toText(launches, part));
            return exitGood;
          }};
}

} // namespace sectorscope::check
