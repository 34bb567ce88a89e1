// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ParseWithSettings.h"

#include "cli/OptionLists.h"
#include "project/CompilationDatabase.h"

#include <algorithm>

namespace sectorscope {

ParsedCommandLine parseWithSettings(const std::vector<std::string> &args) {
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

} // namespace sectorscope
