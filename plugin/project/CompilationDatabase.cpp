// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/CompilationDatabase.h"

#include "adapter/Config.h"
#include "adapter/Project.h"
#include "project/ResponseFiles.h"
#include "project/ShellWords.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <stdexcept>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

constexpr const char *usualName = "compile_commands.json";

std::string absoluteFrom(const std::string &folder, const std::string &path) {
  return (fs::path(folder) / path).lexically_normal().string();
}

CompileCommand readEntry(const nlohmann::json &entry, const std::string &folder) {
  CompileCommand command;
  const auto text = [&](const char *key) {
    return entry.is_object() && entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : "";
  };
  command.directory = absoluteFrom(folder, text("directory"));
  const std::string file = text("file");
  command.file = file.empty() ? "" : absoluteFrom(command.directory, file);
  if (file.empty()) {
    command.problem = "an entry of the database names no file";
    return command;
  }
  if (entry.contains("arguments") && entry["arguments"].is_array()) {
    for (const nlohmann::json &argument : entry["arguments"])
      if (argument.is_string())
        command.arguments.push_back(argument.get<std::string>());
  } else if (auto words = shellWords(text("command"))) {
    command.arguments = std::move(*words);
  } else {
    command.problem = "the command leaves a quote open";
  }
  if (command.problem.empty() && command.arguments.empty())
    command.problem = "the entry has neither a command nor arguments";
  if (command.problem.empty())
    try {
      command.arguments = withResponseFiles(command.arguments, command.directory);
    } catch (const std::runtime_error &error) {
      command.problem = error.what();
    }
  return command;
}

} // namespace

std::string databaseFile(const std::string &path) {
  std::error_code ignored;
  const std::string file = fs::is_directory(path, ignored) ? (fs::path(path) / usualName).string() : path;
  return fs::absolute(file, ignored).lexically_normal().string();
}

std::vector<CompileCommand> readCompilationDatabase(const std::string &path) {
  const std::string file = databaseFile(path);
  constexpr const char *remedy = "; write it with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make";
  const auto text = readFile(file);
  if (!text)
    throw UsageError(fmt::format("{}: no such compilation database{}", file, remedy));
  const auto document = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_array())
    throw UsageError(fmt::format("{}: is no compilation database{}{}", file,
                                 document.is_discarded() ? ", or one that was cut off" : "", remedy));
  if (document.empty())
    throw UsageError(fmt::format("{}: has no entries; build the project first", file));
  const std::string folder = fs::path(file).parent_path().string();
  std::vector<CompileCommand> commands;
  for (const nlohmann::json &entry : document)
    commands.push_back(readEntry(entry, folder));
  return commands;
}

} // namespace sectorscope
