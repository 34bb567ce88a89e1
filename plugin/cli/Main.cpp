// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CommandLine.h"
#include "cli/OptionLists.h"
#include "cli/RunAudit.h"
#include "cli/RunProject.h"
#include "project/CompilationDatabase.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cstdio>
#include <exception>

namespace {

using namespace sectorscope;

/// Options that the settings of the first file, or of the folder we are in, hold for the command as a whole.
ParsedCommandLine parsedWithSettings(const std::vector<std::string> &args) {
  const bool isAudit = !args.empty() && args.front() == "audit";
  const auto isInput = [](const std::string &arg) { return !arg.starts_with("-"); };
  // A command without a file may have a project in its settings.
  Config config;
  if (isAudit && args.size() == 1)
    config = configFor("./here");
  if (!config.options.contains("project")) {
    ParsedCommandLine parsed = parseCommandLine(args);
    if (!parsed.audit)
      return parsed;
    const std::vector<std::string> &inputs = parsed.audit->inputs;
    try {
      config = configFor(inputs.empty() ? databaseFile(parsed.audit->project.database) : inputs.front());
    } catch (const UsageError &) {
      return parsed; // told with the file
    }
    return config.options.empty() ? parsed : parseCommandLine(withSettings(args, config, !inputs.empty()));
  }
  return parseCommandLine(withSettings(args, config, std::any_of(args.begin() + 1, args.end(), isInput)));
}

} // namespace

int main(int argc, char **argv) {
  try {
    const ParsedCommandLine parsed = parsedWithSettings({argv + 1, argv + argc});
    if (parsed.diff)
      return runDiff(*parsed.diff);
    if (parsed.merge)
      return runMerge(*parsed.merge);
    if (!parsed.audit) {
      std::fputs(parsed.text.c_str(), stdout);
      return ExitGood;
    }
    int anchor = 0; // any address of this program
    const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], &anchor);
    return parsed.audit->project.database.empty() ? runAudit(*parsed.audit, executable)
                                                  : runProject(*parsed.audit, executable);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "sectorscope: %s\n", error.what());
    return ExitBadInput;
  }
}
