// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command line `sectorscope-check`.

#include "cli/Commands.h"

#include <cstdio>
#include <exception>

using namespace sectorscope::check;

int main(int argc, char **argv) {
  CLI::App app("Holds Sectorscope's predictions against hardware counters.", "sectorscope-check");
  app.require_subcommand(1);
  app.set_version_flag("--version", SECTORSCOPE_VERSION);
  const Command commands[] = {confirmCommand(app), observeCommand(app), recordCommand(app),
                              replayCommand(app),  trafficCommand(app), profileCommand(app),
                              measureCommand(app), explainCommand(app), sweepCommand(app)};
  try {
    app.parse(argc, argv);
    for (const Command &command : commands)
      if (*command.app)
        return command.run();
    return exitGood;
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? exitGood : exitBadInput;
  } catch (const std::exception &error) {
    fmt::print(stderr, "sectorscope-check: {}\n", error.what());
    return exitBadInput;
  }
}
