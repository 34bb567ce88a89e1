// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/MergeCommand.h"

#include "adapter/Config.h"
#include "adapter/OutputFile.h"
#include "adapter/Project.h"
#include "cli/Outcome.h"
#include "report/MergeJson.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <sstream>

namespace sectorscope {

CLI::App &declareMerge(CLI::App &app, MergeCommand &command) {
  CLI::App &merge = *app.add_subcommand("merge", "make one JSON report of many, in the memory of one");
  merge.set_help_flag("-h,--help", "show this help");
  merge.add_option("FILE", command.inputs, "reports of sectorscope audit --format=json; @LIST: names, one a line")
      ->required();
  merge.add_option("-o,--output", command.output, "write to this file, whole or not at all")->type_name("FILE");
  return merge;
}

MergeCommand checkedMerge(const MergeCommand &command) {
  MergeCommand checked{{}, command.output};
  for (const std::string &input : command.inputs) {
    if (!input.starts_with("@")) {
      checked.inputs.push_back(input);
      continue;
    }
    const auto text = readFile(input.substr(1));
    if (!text)
      throw UsageError(fmt::format("{}: cannot be read; name a list of reports behind @", input.substr(1)));
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      line.erase(line.find_last_not_of(" \t\r") + 1);
      if (!line.empty())
        checked.inputs.push_back(line);
    }
  }
  return checked;
}

int runMerge(const MergeCommand &command) {
  std::size_t at = 0; // of the input that is read next
  const auto next = [&]() -> std::optional<std::string> {
    if (at == command.inputs.size())
      return std::nullopt;
    std::optional<std::string> text = readFile(command.inputs[at]);
    if (!text)
      throw UsageError(fmt::format("{}: cannot be read; name a report that can", command.inputs[at]));
    ++at;
    return text;
  };
  try {
    streamOutput(command.output, [&](std::ostream &out) { mergeJsonReports(next, out); });
  } catch (const UsageError &) {
    throw;
  } catch (const std::exception &error) {
    throw UsageError(fmt::format("{}: {}; write the report again with sectorscope audit --format=json",
                                 at ? command.inputs[at - 1] : "merge", error.what()));
  }
  return ExitGood;
}

} // namespace sectorscope
