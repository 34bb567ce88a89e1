// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check observe`

#include "cli/Commands.h"

#include "Injection.h"
#include "LaunchesSeen.h"
#include "cli/InjectionArguments.h"

#include <memory>
#include <set>

namespace sectorscope::check {

Command observeCommand(CLI::App &app) {
  struct Given {
    InjectionOptions options;
    std::string output = "launches.json";
  };
  const auto given = std::make_shared<Given>();
  CLI::App *observe = app.add_subcommand(
      "observe", "Run a program and write what it launches, for 'sectorscope audit --launches'; no counters needed");
  observe->add_option("-o,--output", given->output, "File to write")->capture_default_str();
  addProgram(*observe, given->options);
  return {observe, [given] {
            const TemporaryDirectory scratch;
            const Shard shard = runInjected(given->options, {}, scratch.path());
            const std::string program = std::filesystem::path(given->options.command.front()).filename().string();
            writeFile(given->output, launchesToJson(shard, program, driverVersion("nvidia-smi", scratch.path())));
            std::set<std::string> kernels;
            for (const SeenLaunch &launch : shard.launches)
              kernels.insert(launch.mangled);
            fmt::print(stderr, "{}: {} kernels, {} launches, {} of them different\n", given->output, kernels.size(),
                       shard.launches.size(), distinctLaunches(shard).size());
            for (const std::string &note : shard.notes)
              fmt::print(stderr, "note: {}\n", note);
            return exitGood;
          }};
}

} // namespace sectorscope::check
